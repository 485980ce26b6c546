// Everything that a line can do to one answer of a device, as data.

/** One answer on its way to the driver. */
type Passing = {
  answer: Buffer
  /** The answer before it. */
  earlier: Buffer | undefined
  /** The same answer as another device on the line would give it, with other values. */
  other: Buffer | undefined
  /** Number of bytes before a cut. */
  cut: number
}

/**
 * Segments that the driver receives: immediately, with the next request (before its answer), in one segment with the
 * next answer, or after the timeout without a request. `end`: closes the connection. `strange`: datagrams from another
 * port.
 */
export type Delivery = {
  now?: Buffer[]
  withRequest?: Buffer[]
  withAnswer?: Buffer[]
  idle?: Buffer[]
  strange?: Buffer[]
  end?: boolean
}

const both = (first: Buffer, second: Buffer): Buffer => Buffer.concat([first, second])

/** Undefined: not possible for this answer, which is delivered unchanged. */
const deliveries = {
  'on time': ({ answer }) => ({ now: [answer] }),
  'with the next request': ({ answer }) => ({ withRequest: [answer] }),
  'after the timeout': ({ answer }) => ({ idle: [answer] }),
  twice: ({ answer }) => ({ now: [both(answer, answer)] }),
  'again with the next answer': ({ answer }) => ({ now: [answer], withAnswer: [answer] }),
  'again with the next request': ({ answer }) => ({ now: [answer], withRequest: [answer] }),
  'again after the timeout': ({ answer }) => ({ now: [answer], idle: [answer] }),
  'after an earlier one': ({ answer, earlier }) => earlier && { now: [earlier, answer] },
  lost: () => ({}),
  'byte by byte': ({ answer }) => ({ now: [...answer].map((byte) => Buffer.of(byte)) }),
  cut: ({ answer, cut }) => ({ now: [answer.subarray(0, cut)] }),
  'cut, the rest with the next request': ({ answer, cut }) => ({
    now: [answer.subarray(0, cut)],
    withRequest: [answer.subarray(cut)],
  }),
  'cut, the rest after the timeout': ({ answer, cut }) => ({
    now: [answer.subarray(0, cut)],
    idle: [answer.subarray(cut)],
  }),
  'cut by the end of the connection': ({ answer, cut }) => ({ now: [answer.subarray(0, cut)], end: true }),
  'from another unit': ({ other }) => other && { now: [other] },
  'after that of another unit': ({ answer, other }) => other && { now: [other, answer] },
  'after that of another unit, in one segment': ({ answer, other }) => other && { now: [both(other, answer)] },
  'between segments of another unit': ({ answer, other, cut }) =>
    other && { now: [other.subarray(0, cut), answer, other.subarray(cut)] },
  'in segments around another unit': ({ answer, other, cut }) =>
    other && { now: [answer.subarray(0, cut), other, answer.subarray(cut)] },
  'after that of another address': ({ answer, other }) => other && { strange: [other], now: [answer] },
} satisfies Record<string, (passing: Passing) => Delivery | undefined>

export type ActName = keyof typeof deliveries

export type Act = {
  name: ActName
  /** Position of the cut; in a shorter answer it is the remainder of the division by its length. */
  at: number
}

export const calm: Act = { name: 'on time', at: 0 }

/** Names of acts that cut an answer, so that each position is one act. */
export const cuttingActs: readonly ActName[] = [
  'cut',
  'cut, the rest with the next request',
  'cut, the rest after the timeout',
  'cut by the end of the connection',
  'between segments of another unit',
  'in segments around another unit',
]

export const actNames = Object.keys(deliveries) as ActName[]

/** The delivery of an answer under an act; undefined if the act is not possible for it. */
export const deliveryOf = ({ name, at }: Act, passing: Omit<Passing, 'cut'>): Delivery | undefined =>
  (deliveries[name] as (passing: Passing) => Delivery | undefined)({ ...passing, cut: at % passing.answer.length })
