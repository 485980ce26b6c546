// The weather over HTTP, with a real provider on loopback.
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { queryWeather } from './contract.ts'

const clock = { at: Date.UTC(2026, 4, 1, 6) }
const asked: URL[] = []
const forecast = () => ({
  utc_offset_seconds: 28_800,
  current: {
    ...{ time: clock.at / 1000 - 300, temperature_2m: 21.4, relative_humidity_2m: 63, wind_speed_10m: 3.2 },
    ...{ wind_direction_10m: 180, pressure_msl: 1013.2, weather_code: 61, is_day: 1 },
  },
  daily: {
    time: [Date.UTC(2026, 3, 30, 16) / 1000, Date.UTC(2026, 4, 1, 16) / 1000],
    weather_code: [61, null],
    temperature_2m_max: [24, 25],
    temperature_2m_min: [15, 16],
  },
})
let answer: { status: number; body: () => unknown }
let service: HttpServer
let server: TestServer

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x'))
    const headers = { 'content-type': 'application/json', location: '/elsewhere' }
    response.writeHead(answer.status, headers).end(JSON.stringify(answer.body()))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1/forecast?apikey=k`
  server = await testServer({ now: () => clock.at }, { env: { WEATHER_URL: url } })
})
afterAll(async () => {
  await server.stop()
  await new Promise((resolve) => service.close(resolve))
})
let latitude = 0
beforeEach(() => {
  asked.length = 0
  answer = { status: 200, body: forecast }
  clock.at += 60_000
  latitude += 1
})

const place = () => ({ latitude, longitude: 121.47 })
const read = (of = place()) => server.admin.call(queryWeather, of)
const ask = (of: object = place()) => server.admin.ask(queryWeather, of as never)

test("is the provider's current weather, and its forecast for complete days", async () => {
  expect(await read()).toEqual({
    ...{ temperature: 21.4, humidity: 63, wind: 3.2, windFrom: 180, pressure: 1013.2, code: 61, isDay: true },
    days: [{ date: '2026-05-01', low: 15, high: 24, code: 61 }],
    ...{ at: clock.at - 300_000, isOld: false, source: '127.0.0.1' },
  })
  expect(Object.fromEntries(asked[0]!.searchParams)).toMatchObject({
    ...{ apikey: 'k', latitude: String(latitude), longitude: '121.5', wind_speed_unit: 'ms', timeformat: 'unixtime' },
  })
})

test('is requested once in a quarter of an hour for nearby places, also by concurrent viewers', async () => {
  await Promise.all([read(), read({ ...place(), longitude: 121.49 }), read()])
  clock.at += limits.weatherKeptMs - 1
  await read()
  expect(asked).toHaveLength(1)
  clock.at += 1
  await read()
  expect(asked).toHaveLength(2)
})

describe('while the provider does not answer', () => {
  test.each([
    ['an error', 500, forecast, 'HTTP 500'],
    ['a way elsewhere', 302, forecast, 'redirect: /elsewhere'],
    ['no forecast', 200, () => ({ current: { temperature_2m: 'warm' } }), 'not a forecast'],
    [
      'a temperature that is none',
      200,
      () => ({ current: { ...forecast().current, temperature_2m: 900 } }),
      'not a forecast',
    ],
    ['more than a forecast has', 200, () => 'x'.repeat(limits.weatherBytes), 'tooLarge'],
  ])('%s is reported with its reason', async (_, status, body, reason) => {
    answer = { status, body }
    expect(await ask()).toMatchObject({ code: 2401, msg: expect.stringContaining(reason) })
  })

  test('the last answer is shown as old, for some hours at most', async () => {
    const good = await read()
    answer = { status: 503, body: forecast }
    clock.at += limits.weatherKeptMs
    expect(await read()).toEqual({ ...good, isOld: true })
    clock.at += limits.weatherOldMs
    expect((await ask()).code).toBe(2401)
    answer = { status: 200, body: forecast }
    clock.at += 60_000
    expect(await read()).toMatchObject({ isOld: false })
  })

  test('the provider is called again after a minute, not for every viewer', async () => {
    answer = { status: 500, body: forecast }
    await ask()
    expect(await ask()).toMatchObject({ code: 2401, msg: expect.stringContaining('HTTP 500') })
    expect(asked).toHaveLength(1)
    clock.at += 60_000
    await ask()
    expect(asked).toHaveLength(2)
  })
})

test.each([
  [{ latitude: 91, longitude: 0 }, 'latitude'],
  [{ latitude: 0, longitude: -181 }, 'longitude'],
  [{ latitude: '../x', longitude: 0 }, 'latitude'],
  [{ latitude: 0 }, 'longitude'],
])('%j is no valid place', async (of, field) => {
  expect(await ask(of)).toMatchObject({ code: 10001, data: { field } })
  expect(asked).toEqual([])
})

test('requests of an account are limited per minute, without effect on other accounts', async () => {
  const other = await person(server, 'looker', { auths: ['monitor:view'] })
  for (let i = 0; i < limits.weatherPerMinute; i += 1) await other.call(queryWeather, place())
  expect((await other.ask(queryWeather, place())).code).toBe(90003)
  expect((await ask()).code).toBe(200)
})

test('the answer is null without a provider', async () => {
  await using plain = await testServer()
  expect(await plain.admin.call(queryWeather, place())).toBeNull()
})
