# Miyama in a container.
#   docker build -t miyama .
#   docker run --rm miyama solve nim:3,5,7
#   docker run --rm --network host miyama serve     (the page listens on this machine only)
FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked --bin miyama

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Miyama" \
      org.opencontainers.image.description="A workbench for combinatorial games" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /src/target/release/miyama /usr/local/bin/miyama
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/miyama/
ENV LC_ALL=C.UTF-8
WORKDIR /work
USER 65534:65534
ENTRYPOINT ["miyama"]
CMD ["help"]
