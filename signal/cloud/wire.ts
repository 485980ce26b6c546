// A web socket as the hubs of watchers use it.

/** As much of a web socket as is needed here. */
export type Wire = {
  /** A text; as UTF-8 bytes when many sockets are sent the same. */
  send(text: string | Buffer): void
  bufferedAmount(): number
  close(code: number, reason: string): void
}
