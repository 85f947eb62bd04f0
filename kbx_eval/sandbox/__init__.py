"""Children that run candidates, seen from the judge: started by a fork server, limited, watched, and ended whole."""
