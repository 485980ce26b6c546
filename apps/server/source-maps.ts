/**
 * Reads the source map of the program. Node reads it with the first stack of an error, which blocks the event loop for
 * a quarter of a second: it is called before the ports are open.
 */
export function readSourceMaps(): void {
  void new Error('source maps').stack
}
