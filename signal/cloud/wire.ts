// A web socket, as used by hubs of viewers.

/** The used part of a `ws` socket. */
export type Wire = {
  /** Sends a text, or its UTF-8 bytes if many sockets receive the same. */
  send(text: string | Buffer): void
  bufferedAmount(): number
  close(code: number, reason: string): void
}
