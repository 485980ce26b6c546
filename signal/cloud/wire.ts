// A web socket, as watcher hubs use it.

/** The used part of a `ws` socket. */
export type Wire = {
  /** A text; as UTF-8 bytes when many sockets are sent the same. */
  send(text: string | Buffer): void
  bufferedAmount(): number
  close(code: number, reason: string): void
}
