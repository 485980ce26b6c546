import { expect, test } from 'vitest'
import { acts, planOf } from './plan.ts'

const options = { seed: 1, seconds: 3600, gateways: 4, possible: acts }

test('the same seed gives the same run, another seed another run', () => {
  expect(planOf(options)).toEqual(planOf(options))
  expect(planOf({ ...options, seed: 2 })).not.toEqual(planOf(options))
})

test('an hour has every action on every gateway, and none during another', () => {
  const plan = planOf(options)
  expect(new Set(plan.map(({ act }) => act))).toEqual(new Set(acts))
  expect(new Set(plan.map(({ gateway }) => gateway))).toEqual(new Set([0, 1, 2, 3]))
  plan.slice(1).forEach((step, i) => {
    expect(step.atS).toBeGreaterThan(plan[i]!.atS + plan[i]!.holdMs / 1000)
  })
})
