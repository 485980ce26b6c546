// A Logix controller for the torture of the battery.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { startLogix } from '../../testkit/peers/logix.ts'
import { EipParams } from './params.ts'

const names = ['Speed', 'Level', 'Count[3]', 'Motor.Temp', 'Program:Main.Step']

async function start() {
  const plc = await startLogix()
  const words = names.map(() => Buffer.alloc(4))
  for (const [at, name] of names.entries())
    plc.tags.set(name.toLowerCase(), { type: 'c400', size: 4, bytes: words[at]! })
  return { ...plc, put: (point: number, value: number) => void words[point]!.writeInt32LE(value) }
}

const caseOf = (name: string, more: Partial<EipParams>): TortureCase => ({
  name,
  transport: 'tcp',
  points: names.map((address, id) => ({ id, address, dataType: 'int32', access: 'r' })),
  paramsOf: (host, port) => EipParams.parse({ host, port, ...more }),
  start,
  // A connection leads to one controller.
  fromOther: undefined,
})

export const tortureCases: readonly TortureCase[] = [
  caseOf('EtherNet/IP, connected', {}),
  caseOf('EtherNet/IP, unconnected', { messaging: 'unconnected' }),
  caseOf('EtherNet/IP, one tag per message', { model: 'micro800', messaging: 'unconnected' }),
]
