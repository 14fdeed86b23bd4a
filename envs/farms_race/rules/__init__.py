"""The rules of Farms Race, by what is being done; `contract` is what the rest of the package sees of them."""
