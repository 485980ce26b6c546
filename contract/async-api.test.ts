import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asyncApi } from './async-api.ts'
import { downTopics, parseUpTopic, upTopics } from './topics.ts'

const folder = `${import.meta.dirname}/../docs/mqtt`
const topics: Record<string, { payload: { parse(value: unknown): unknown } }> = Object.fromEntries([
  ...Object.entries(upTopics).map(([name, topic]) => [`up-${name}`, topic]),
  ...Object.entries(downTopics).map(([name, topic]) => [`down-${name}`, topic]),
])

test('docs/mqtt/asyncapi.json matches the topics; ASYNCAPI=write updates it', () => {
  const document = asyncApi()
  if (process.env.ASYNCAPI === 'write')
    writeFileSync(`${folder}/asyncapi.json`, `${JSON.stringify(document, null, 2)}\n`)
  expect(JSON.parse(readFileSync(`${folder}/asyncapi.json`, 'utf8'))).toEqual(document)
})

test('each reference in the document can be resolved', () => {
  const document = asyncApi() as Record<string, unknown>
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!)
  const found = (path: string) =>
    path.split('/').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document)
  expect(references.length).toBeGreaterThan(60)
  expect(references.filter((path) => found(path) === undefined)).toEqual([])
})

const samples = readdirSync(`${folder}/samples`).map((file) => file.replace('.json', ''))
const topicOf = (sample: string) => sample.split('-').slice(0, 2).join('-')
const read = (sample: string): unknown => JSON.parse(readFileSync(`${folder}/samples/${sample}.json`, 'utf8'))

test.each(samples)('the sample %s is a payload of its topic, without a field that the topic lacks', (sample) => {
  const value = read(sample)
  expect(topics[topicOf(sample)]!.payload.parse(value)).toMatchObject(value as object)
})

test('each topic but the binary one has a sample', () => {
  const missing = Object.keys(topics).filter((name) => !samples.some((sample) => topicOf(sample) === name))
  expect(missing).toEqual(['up-tunnel', 'down-tunnel'])
  expect(parseUpTopic('gw/SN-0001/up/hello')).toEqual({ sn: 'SN-0001', name: 'hello' })
})
