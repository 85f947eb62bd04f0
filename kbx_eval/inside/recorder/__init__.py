"""The candidate's side of the device: turns launches and data movement into requests. It decides nothing; lies only hurt who tells them."""
