// An OPC UA server for the torture of the battery.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { startOpcUa } from '../../testkit/peers/opcua.ts'
import { OpcUaParams } from './params.ts'

const variables = [
  ['Machine.Temp', 'float64'],
  ['Machine.Speed', 'int32'],
  ['Machine.Setpoint', 'float32'],
  ['Machine.Serial', 'uint32'],
] as const

async function start() {
  const server = await startOpcUa()
  return {
    port: server.port,
    put: (point: number, value: number) => server.set(variables[point]![0], value),
    close: () => server.end(),
  }
}

export const tortureCases: readonly TortureCase[] = [
  {
    name: 'OPC UA',
    transport: 'tcp',
    points: variables.map(([name, dataType], id) => ({ id, address: `ns=1;s=${name}`, dataType, access: 'r' })),
    paramsOf: (host, port) =>
      OpcUaParams.parse({ endpointUrl: `opc.tcp://${host}:${port}`, securityMode: 'None', userName: '' }),
    start,
    // A connection leads to one server.
    fromOther: undefined,
    timeoutMs: 150,
    isCostly: true,
  },
]
