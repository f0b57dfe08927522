# `just` lists these; each is one line that you can also type.

default:
    @just --list

# everything that CI runs
test:
    scripts/test

# the same, and what takes minutes to hours
test-long:
    scripts/test --long

# tables against solvers written by hand, and two cores against one
bench-heaps:
    cargo bench -p miyama --bench heap_tables

# P-positions by bit rows and lists, values of three heaps, against plain loops
bench-outcomes:
    cargo bench -p miyama-outcomes --bench outcomes

# published misère quotients, with compared answers
bench-quotient:
    cargo run --release -p miyama-cli -- bench quotient

# tables from pasted definitions against plain loops, with compared answers
bench-tables:
    cargo run --release -p miyama-cli -- bench tables

# a hundred thousand random guarded rules: bit rows, lists, values against trying all options
rules:
    cargo test --release -p miyama-outcomes --test random_rules -- --ignored --nocapture

# the program, optimised
build:
    cargo build --release

# the Python package: wheel, virtual environment, tests
python:
    scripts/python

# tasks under a real Slurm
cluster:
    scripts/cluster-test

# format all sources
fmt:
    cargo fmt --all

# large tables and staircases of two-dimensional Nim
boards:
    cargo test --release -p miyama --test boards -- --ignored

# tables of boards against a straightforward program, and large ones
bench-boards:
    cargo bench -p miyama --bench boards

# buildings of eight bricks, about a minute
bricks-8:
    cargo test --release -p miyama-bricks --test bricks -- --ignored two_by_four_eight

# buildings of nine bricks, several minutes
bricks-9:
    cargo test --release -p miyama-bricks --test bricks -- --ignored two_by_four_nine

# canonical forms of Domineering and Clobber boards, and heating
bench-values:
    cargo bench -p miyama --bench values

# the page in a real browser
browser:
    scripts/browser

# 200 clients at once: median and 99th percentile of the server's replies
bench-serve:
    cargo test --release -p miyama-cli --test serve -- --nocapture two_hundred
# repetitions of long words
bench-words:
    cargo bench -p miyama-words --bench word
# all claims of the documents at their default bounds
claims:
    cargo test --release -p miyama-claims --test claims -- --ignored
# millions of random rulesets against the interpreter of the notation
rulesets:
    cargo test --release -p miyama --test random_rulesets -- --ignored --nocapture millions

# fuzz every reader of untrusted bytes for a minute
fuzz:
    scripts/fuzz 60

# random linear rulesets: what is proved against tables
proofs:
    cargo test --release -p miyama-proof --test refuted --test learned -- --ignored

# a thousand forged certificates of each kind
forgeries:
    cargo test --release -p miyama-verify --lib --test forged --test theorem --test values -- --ignored

# nothing is read into noise: a hundred seeds of each kind
noise:
    cargo test --release -p miyama-conjecture --test noise -- --ignored

# what is found for rulesets of the literature
literature:
    cargo test --release -p miyama-conjecture --test literature -- --nocapture
