// TSAPs: the two 16-bit addresses of an S7 connection, ours and that of the CPU in its rack and slot. Pure.

export const models = ['200smart', '300', '400', '1200', '1500', 'logo'] as const
export const connections = ['pg', 'op', 'basic'] as const

/** The parameters that decide the two TSAPs. */
type Ends = {
  model: (typeof models)[number]
  rack: number
  slot: number | null
  connection: (typeof connections)[number]
  localTsap: string
  remoteTsap: string
}

const written = /^([0-9a-f]{1,2})\.([0-9a-f]{1,2})$/i

/** Whether a text is a TSAP: two hexadecimal bytes such as `10.00`. */
export const isTsap = (text: string): boolean => written.test(text)

const kinds: Record<Ends['connection'], number> = { pg: 1, op: 2, basic: 3 }
const usualLocal = 0x0100

/** The slot of the CPU where none is configured. */
const slots: Record<Ends['model'], number> = { '200smart': 1, '300': 2, '400': 3, '1200': 1, '1500': 1, logo: 1 }

function parsed(text: string): number | undefined {
  const [, high, low] = written.exec(text) ?? []
  return high === undefined || low === undefined
    ? undefined
    : (Number.parseInt(high, 16) << 8) | Number.parseInt(low, 16)
}

/** Those in the parameters, else by kind of connection, rack and slot. */
export function tsapsOf(params: Ends): { local: number; remote: number } {
  const { model, rack, slot, connection, localTsap, remoteTsap } = params
  return {
    local: parsed(localTsap) ?? usualLocal,
    remote: parsed(remoteTsap) ?? (kinds[connection] << 8) | (rack << 5) | (slot ?? slots[model]),
  }
}
