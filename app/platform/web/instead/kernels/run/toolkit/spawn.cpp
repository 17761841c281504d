// A browser starts no programs.
