# What a browser is given is no package.
