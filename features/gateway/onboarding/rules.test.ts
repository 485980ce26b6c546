import { describe, expect, it } from 'vitest'
import type { SetupState } from './contract.ts'
import { isSetUp, nextStep, type StepKey, stepKeys, stepsOf } from './rules.ts'

const empty: SetupState = { registered: 0, gateways: 0, equipments: 0, isAgentSeen: false, device: null }
const device = {
  id: 7 as never,
  name: 'Tank',
  gatewayId: null,
  drivers: 0,
  signals: 0,
  isSynced: false,
  hasValues: false,
}
const bound = { ...device, gatewayId: 3 as never }
const next = (state: SetupState, mayRegister = true) => nextStep(stepsOf(state, mayRegister))?.key

describe('the steps to a first live value', () => {
  it('have a fixed order, and each state leads to one next step', () => {
    const seen = { ...empty, registered: 1, isAgentSeen: true }
    const claimed = { ...seen, registered: 0, gateways: 1 }
    const one = { ...claimed, equipments: 1 }
    const walk: [SetupState, StepKey | undefined][] = [
      [empty, 'register'],
      [seen, 'claim'],
      [claimed, 'device'],
      [{ ...one, device }, 'bind'],
      [{ ...one, device: bound }, 'driver'],
      [{ ...one, device: { ...bound, drivers: 1 } }, 'variables'],
      [{ ...one, device: { ...bound, drivers: 1, signals: 4 } }, 'sync'],
      [{ ...one, device: { ...bound, drivers: 1, signals: 4, isSynced: true } }, 'live'],
      [{ ...one, device: { ...bound, drivers: 1, signals: 4, isSynced: true, hasValues: true } }, undefined],
    ]
    for (const [state, key] of walk) expect(next(state)).toBe(key)
  })

  it('wait for the agent only where it is needed', () => {
    const claimed = { ...empty, gateways: 1 }
    expect(next(claimed)).toBe('device')
    const full = { ...bound, drivers: 1, signals: 4 }
    expect(next({ ...claimed, equipments: 1, device: full })).toBe('agent')
    expect(next({ ...claimed, equipments: 1, isAgentSeen: true, device: full })).toBe('sync')
  })

  it('start with the claim for users who may not register', () => {
    expect(next(empty, false)).toBe('claim')
    expect(stepsOf(empty, false).map(({ key }) => key)).toEqual(stepKeys.filter((key) => key !== 'register'))
  })

  it('link to the device, gateway or list concerned', () => {
    const to = (state: SetupState, key: StepKey) => stepsOf(state, true).find((step) => step.key === key)?.to
    expect(to(empty, 'claim')).toBe('/manage/eg/gateway?add=claim')
    expect(to({ ...empty, registered: 2 }, 'claim')).toBe('/manage/eg/gateway?view=unclaimed')
    const state = { ...empty, device: bound }
    expect(to(state, 'agent')).toBe('/manage/eg/gateway?id=3')
    expect(to(state, 'driver')).toBe('/manage/eg/equipment/edit/7/driver?do=add')
    expect(to(state, 'live')).toBe('/monitor/eg/detail/list/7/0')
  })

  it('end with the first value, and not before', () => {
    expect([empty, { ...empty, device }, { ...empty, device: { ...bound, hasValues: true } }].map(isSetUp)).toEqual([
      false,
      false,
      true,
    ])
  })
})
