// The steps of commissioning, from the registration of a gateway to a live value, in order. Pure.
import type { Permission } from '../../../contract/permissions.ts'
import { pathOf } from '../../../ui/routes.ts'
import type { SetupState } from './contract.ts'

export const stepKeys = ['register', 'claim', 'agent', 'device', 'bind', 'driver', 'variables', 'sync', 'live'] as const
export type StepKey = (typeof stepKeys)[number]

export type Step = {
  key: StepKey
  isDone: boolean
  /** The page on which the user performs the step. */
  to: string
  /** The permission that the step needs. */
  may: Permission
}

const gateways = '/manage/eg/gateway'
const editor = (id: number, part: 'info' | 'driver' | 'signal') =>
  pathOf(`/manage/eg/equipment/edit/{id}/${part}`, { id })

/** All steps with their state; without the registration step for users who may not register gateways. */
export function stepsOf(state: SetupState, mayRegister: boolean): Step[] {
  const { registered, gateways: claimed, device } = state
  const at = (part: 'info' | 'driver' | 'signal', act = '') =>
    device ? editor(device.id, part) + act : '/manage/eg/equipment/list'
  const claimTo = mayRegister && registered > 0 ? `${gateways}?view=unclaimed` : `${gateways}?add=claim`
  const agentTo = device?.gatewayId ? `${gateways}?id=${device.gatewayId}` : gateways
  const live = device && pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: device.id, alarm: 0 })
  const steps: Step[] = [
    { key: 'register', isDone: registered + claimed > 0, to: `${gateways}?add=register`, may: 'gateway:register' },
    { key: 'claim', isDone: claimed > 0, to: claimTo, may: 'gateway:add' },
    { key: 'agent', isDone: state.isAgentSeen, to: agentTo, may: 'gateway:view' },
    { key: 'device', isDone: device !== null, to: '/manage/eg/equipment/add', may: 'equipment:add' },
    { key: 'bind', isDone: !!device?.gatewayId, to: at('info', '?do=bind'), may: 'equipment:edit' },
    { key: 'driver', isDone: (device?.drivers ?? 0) > 0, to: at('driver', '?do=add'), may: 'equipment:edit' },
    { key: 'variables', isDone: (device?.signals ?? 0) > 0, to: at('signal'), may: 'equipment:edit' },
    { key: 'sync', isDone: !!device?.isSynced, to: at('info', '?do=sync'), may: 'gateway:edit' },
    { key: 'live', isDone: !!device?.hasValues, to: live ?? '/monitor/eg/list', may: 'equipment:view' },
  ]
  return steps.filter(({ key }) => key !== 'register' || mayRegister)
}

/** The first open step that is possible: steps of a device need not wait for the agent. */
export function nextStep(steps: readonly Step[]): Step | undefined {
  const open = steps.filter(({ isDone }) => !isDone)
  // An agent that is not running blocks only the steps that need it: synchronisation and values.
  const agent = open.find(({ key }) => key === 'agent')
  const first = open[0]
  if (!agent || first !== agent) return first
  const other = open[1]
  return other && other.key !== 'sync' && other.key !== 'live' ? other : agent
}

/** Whether all steps are completed. */
export const isSetUp = ({ device }: SetupState): boolean => device?.hasValues ?? false
