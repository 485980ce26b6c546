// Limits on the cost of parsing data from outside: part of contract/limits.ts.

export const foreignLimits = {
  /** Values and keys in a JSON body, and its depth: they determine the time of parsing. */
  jsonValues: 100_000,
  jsonDepth: 64,
  /** Values and keys of a gateway's message: the largest valid one, 500 alarms with 20 values each, has fewer. */
  mqttValues: 50_000,
  /** A longer turn of the event loop is logged with its calls; at most `turnCallsNamed` are named. */
  ...{ longTurnMs: 250, turnCallsNamed: 8 },
  /** Decoding a file from outside: time, heap, files that wait in all and per account, bytes of a small file. */
  ...{
    decodeMs: 10_000,
    decodeHeapMb: 256,
    decodesWaiting: 500,
    decodesWaitingOfOne: 16,
    decodeSmallBytes: 256 * 1024,
  },
} as const
