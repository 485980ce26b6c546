// Decoding of untrusted bytes in threads: limits per file, and the order of waiting jobs.
import { afterEach, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { signalsDecoder } from '../../features/device/signal/decoders.ts'
import { avatarDecoder } from '../../features/people/info/decoders.ts'
import { createDecodeService, type DecodeService } from './decoder.ts'
import { jsonBody } from './json-body.ts'

const services: DecodeService[] = []
afterEach(() => Promise.all(services.splice(0).map((each) => each.stop())))
function service(bounds?: Parameters<typeof createDecodeService>[0]): DecodeService {
  const made = createDecodeService(bounds)
  services.push(made)
  return made
}

const json = (value: unknown) => ({ bytes: Buffer.from(JSON.stringify(value)), language: 'en' as const })

test('a value, a refusal with its details, and a fault of the decoder are passed on unchanged', async () => {
  const { decode } = service()
  expect(await decode(jsonBody, json({ a: [1, 'x'] }), 1)).toEqual({ a: [1, 'x'] })
  await expect(decode(jsonBody, { bytes: Buffer.from('{'), language: 'en' }, 1)).rejects.toMatchObject({
    code: 10001,
    details: { field: 'body' },
  })
  await expect(decode(jsonBody, { bytes: Buffer.from('{"__proto__":1}'), language: 'en' }, 1)).rejects.toMatchObject({
    code: 10001,
  })
  await expect(decode(avatarDecoder, Buffer.from('MZ'), 1)).rejects.toMatchObject({ message: 'imageUnknown' })
  await expect(decode({ ...jsonBody, name: 'none' }, json(1), 1)).rejects.toThrow('there is no decoder none')
})

test('a file that takes too long is refused by its decoder, and the next one has a new thread', async () => {
  const { decode, lost } = service({ deadlineMs: 1 })
  const rows = `name,address,dataType\n${'a,1,int16\n'.repeat(15_000)}`
  await expect(decode(signalsDecoder, { csv: rows, language: 'en' }, 1)).rejects.toMatchObject({ code: 10001 })
  expect(lost()).toBe(1)
  const other = service()
  expect(await other.decode(jsonBody, json(7), 1)).toBe(7)
})

test('a file that takes too much memory ends only its own thread', async () => {
  const { decode, lost } = service({ heapMb: 32 })
  const fat = json(Array.from({ length: 95_000 }, (_, at) => String(at).padStart(300, 'x')))
  await expect(decode(jsonBody, fat, 1)).rejects.toMatchObject({ message: 'tooLarge' })
  expect(lost()).toBe(1)
  expect(await decode(jsonBody, json('after'), 1)).toBe('after')
})

test('a small file is read while large ones of another account wait', async () => {
  const { decode } = service()
  // Waits until both threads have started, because a start can take longer than decoding all files.
  await Promise.all([decode(jsonBody, json(0), 1), decode(jsonBody, json(0), 2)])
  const order: string[] = []
  const large = json('x'.repeat(limits.decodeSmallBytes + 1))
  const all = Array.from({ length: 10 }, () => decode(jsonBody, large, 1).then(() => order.push('large')))
  all.push(decode(jsonBody, json('small'), 2).then(() => order.push('small')))
  await Promise.all(all)
  expect(order.at(-1)).toBe('large')
})

test('an account that uses up its places does not affect others', async () => {
  const { decode, count } = service()
  const many = Array.from({ length: limits.decodesWaitingOfOne + 5 }, () => decode(jsonBody, json(1), 1))
  const other = decode(jsonBody, json(2), 2)
  const ends = await Promise.allSettled(many)
  const refused = ends.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toMatchObject({ reason: { code: 90003 } })
  expect(await other).toBe(2)
  expect(count()).toBe(0)
})
