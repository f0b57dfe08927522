# `just` lists these; each is one line that you can also type.

default:
    @just --list

# everything that CI runs
test:
    scripts/test

# the program, optimised
build:
    cargo build --release

# format all sources
fmt:
    cargo fmt --all
