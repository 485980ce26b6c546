// Bounds of foreign bytes: what reading them may cost.

export const foreignLimits = {
  /** Values and keys in a JSON body, and how deep: what a parser's time goes into. */
  jsonValues: 100_000,
  jsonDepth: 64,
  /** Values and keys of a gateway's message: the largest valid one, 500 alarms with 20 values each, has fewer. */
  mqttValues: 50_000,
  /** A longer turn of the event loop is logged with its calls; at most `turnCallsNamed` are named. */
  ...{ longTurnMs: 250, turnCallsNamed: 8 },
  /** Foreign files: time and heap for one, how many wait in all and of one account, and the size of small ones in bytes. */
  ...{
    decodeMs: 10_000,
    decodeHeapMb: 256,
    decodesWaiting: 500,
    decodesWaitingOfOne: 16,
    decodeSmallBytes: 256 * 1024,
  },
} as const
