import { expect, test, vi } from 'vitest'
import { collectServices, provide, type ServiceNeeds } from './services.ts'
import { token } from './token.ts'

const clock = token<() => number>('clock')
const twice = token<() => number>('twice the clock')
const needs = (use: ServiceNeeds['use']) => ({ use, now: () => 21 }) as ServiceNeeds

test('a service is made once, at its first use, from other services', () => {
  const make = vi.fn(({ now }: ServiceNeeds) => now)
  const services = collectServices(
    [
      provide(clock, make),
      provide(
        twice,
        ({ use }) =>
          () =>
            2 * use(clock)(),
      ),
    ],
    () => needs(services.use),
  )
  expect(make).not.toHaveBeenCalled()
  expect(services.use(twice)()).toBe(42)
  expect(services.use(clock)()).toBe(21)
  expect(make).toHaveBeenCalledOnce()
})

test('only services that were made are stopped, the last one first', async () => {
  const stopped: string[] = []
  const named = (name: string) =>
    provide(
      token<string>(name),
      () => name,
      async (made) => void stopped.push(made),
    )
  const services = collectServices([named('first'), named('second'), named('unused')], () => needs(services.use))
  services.use(token('first'))
  services.use(token('second'))
  await services.stop()
  expect(stopped).toEqual(['second', 'first'])
})

test('a token without a service, a service provided twice and a circle are named', () => {
  const nothing = collectServices([], () => needs(nothing.use))
  expect(() => nothing.use(clock)).toThrow('no room provides the service "clock"')
  const one = provide(clock, () => () => 1)
  expect(() => collectServices([one, one], () => needs(nothing.use))).toThrow('the service "clock" is provided twice')
  const circle = collectServices(
    [provide(clock, ({ use }) => use(twice)), provide(twice, ({ use }) => use(clock))],
    () => needs(circle.use),
  )
  expect(() => circle.use(clock)).toThrow('the service "clock" needs itself: clock, twice the clock')
})

test('a service that could not be made is tried again at the next use', () => {
  let isBroken = true
  const services = collectServices(
    [
      provide(clock, () => {
        if (isBroken) throw new Error('no time')
        return () => 1
      }),
    ],
    () => needs(services.use),
  )
  expect(() => services.use(clock)).toThrow('no time')
  isBroken = false
  expect(services.use(clock)()).toBe(1)
})
