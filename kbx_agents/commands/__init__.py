"""One file per verb of `kbx`: reads the options, calls the library, prints for a person or for a machine."""
