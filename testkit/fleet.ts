// Devices that follow a template, each with a virtual gateway that runs the right configuration.
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '../apps/demo/client.ts'
import type { EquipmentId, GatewayId } from '../contract/fields.ts'
import { limits } from '../contract/limits.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import type { TemplateId } from '../features/device/template/contract.ts'
import { bindGatewayAndTemplate } from '../features/device/template-binding/contract.ts'
import { gatewayInfo, startSync } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { type FakeGateway, fakeGateway } from './gateway.ts'

export type Machine = { equipmentId: EquipmentId; gatewayId: GatewayId; box: FakeGateway }

/** The number of devices that are created in parallel. */
const atOnce = 8

type Making = {
  templateId: TemplateId
  mqttPort: number
  sns: readonly string[]
  names: (at: number) => string
  /** The account that registers gateways, if it is another one. */
  staff?: Client
}

/** Adds a gateway with a bound device for each SN, and returns them in the order of the SNs. */
export async function machines(
  call: Client,
  { templateId, mqttPort, sns, names, staff = call }: Making,
): Promise<Machine[]> {
  const made: Machine[] = []
  using _ = stayOnline(made)
  const waiting = sns.map((sn, at) => ({ sn, at }))
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { sn, at } = next
      const { code, secret } = await staff(registerGateway, { sn })
      const { id: equipmentId } = await call(addEquipment, { name: names(at) })
      const { gatewayId } = await call(bindGatewayAndTemplate, { equipmentId, sn, code, templateId })
      const box = fakeGateway({ port: mqttPort, sn, secret })
      await box.connect()
      await call(startSync, { id: gatewayId })
      made[at] = { equipmentId, gatewayId, box }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const { gatewayId } of made) while (!(await isInStep(call, gatewayId))) await delay(20)
  return made
}

const isInStep = async (call: Client, id: GatewayId) => (await call(gatewayInfo, { id })).consistency === 'match'

/** The gateway answers every configuration with a fault, and keeps its current one. */
export const refuse = (box: FakeGateway): void => {
  box.answer = ({ kind }) => (kind === 'configure' ? { status: 'failure', code: 1320, reason: 'illegal address' } : {})
}

/** Number of configurations among the commands that the gateway has received, from the given index on. */
export const configured = (box: FakeGateway, since = 0): number =>
  box.commands.slice(since).filter(({ kind }) => kind === 'configure').length

/** The gateways send their keep-alive, like real ones, until this is disposed of. */
export function stayOnline(fleet: readonly Pick<Machine, 'box'>[]): Disposable {
  const say = () => {
    for (const machine of fleet) if (machine?.box.isConnected()) machine.box.say('beat', {}).catch(() => undefined)
  }
  const timer = setInterval(say, (limits.gatewayKeepAliveS * 1000) / 4)
  say()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
