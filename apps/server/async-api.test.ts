import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asyncApi } from '../../contract/async-api.ts'
import { downTopics, upTopics } from '../../contract/topics.ts'
import { addUpTopic, parseUpTopic } from '../../contract/up-topics.ts'
import { roomTopics } from './rooms.ts'

const folder = `${import.meta.dirname}/../../docs/mqtt`
const ofRooms = Object.fromEntries(roomTopics.map((topic) => [topic.name, topic]))
const topics: Record<string, { payload: { parse(value: unknown): unknown } }> = Object.fromEntries([
  ...Object.entries({ ...upTopics, ...ofRooms }).map(([name, topic]) => [`up-${name}`, topic]),
  ...Object.entries(downTopics).map(([name, topic]) => [`down-${name}`, topic]),
])
const isWriting = process.env.ASYNCAPI === 'write'

/** A file of the folder; `ASYNCAPI=write` writes it first. */
function stored(file: string, content: object): unknown {
  if (isWriting) writeFileSync(`${folder}/${file}`, `${JSON.stringify(content, null, 2)}\n`)
  return JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
}

test('docs/mqtt/asyncapi.json matches the topics; ASYNCAPI=write updates it', () => {
  const document = asyncApi(ofRooms)
  expect(stored('asyncapi.json', document)).toEqual(document)
})

test.each(roomTopics.map(({ name, sample }) => ({ name, sample })))(
  'the stored sample of $name is that of its room',
  ({ name, sample }) => expect(stored(`samples/up-${name}.json`, sample)).toEqual(sample),
)

test('each reference in the document can be resolved', () => {
  const document = asyncApi(ofRooms) as Record<string, unknown>
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

test('a topic of a room is rejected if its name is taken or has other characters than small letters', () => {
  const { payload } = upTopics.box
  const one = { payload, qos: 1, about: 'State.' } as const
  expect(() => addUpTopic('live', one)).toThrow('two MQTT topics are called "live"')
  expect(() => addUpTopic('writes', upTopics.writes)).toThrow('two MQTT topics are called "writes"')
  expect(() => addUpTopic('box-state', one)).toThrow('small letters')
})
