// Requests to Twilio's API, at a server on loopback that answers as documented.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { twilioProvider, twiml } from './twilio.ts'

const asked: { path: string; authorization: string | undefined; form: Record<string, string> }[] = []
let answer = { status: 201, body: '{"sid":"SM1","status":"queued"}' }
const server = createServer((request: IncomingMessage, response) => {
  let text = ''
  request.on('data', (part: Buffer) => {
    text += part
  })
  request.on('end', () => {
    const form = Object.fromEntries(new URLSearchParams(text))
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization, form })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
})
const settings = { url: '', account: 'AC1', token: 'secret', from: '+15005550006' }
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  settings.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const message = { to: '13800138000', subject: 'x', text: 'Well > 4.5 m & rising', language: 'zh-cn' as const }
const send = (what: 'sms' | 'phone', more = {}) =>
  twilioProvider(settings, what)({ channel: what, ...message, ...more }, new AbortController().signal)

test('an SMS is a message from our number to an international one', async () => {
  await send('sms')
  expect(asked.at(-1)).toEqual({
    path: '/2010-04-01/Accounts/AC1/Messages.json',
    authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
    form: { To: '+8613800138000', From: '+15005550006', Body: message.text },
  })
  await send('sms', { to: '+4915112345678' })
  expect(asked.at(-1)!.form.To).toBe('+4915112345678')
})

test('a call speaks the text in its language, without interpreting markup', async () => {
  await send('phone')
  expect(asked.at(-1)).toMatchObject({
    path: '/2010-04-01/Accounts/AC1/Calls.json',
    form: { Twiml: twiml(message.text, 'zh-cn') },
  })
  expect(twiml('</Say><Dial>1</Dial>"&', 'en')).toBe(
    '<Response><Say language="en-US" loop="2">&#60;/Say&#62;&#60;Dial&#62;1&#60;/Dial&#62;&#34;&#38;</Say></Response>',
  )
})

test('characters that XML forbids are not in a call', () => {
  expect(twiml('Well\u0001 high\uFFFE\t\u{1F6A8}', 'en')).toBe(
    '<Response><Say language="en-US" loop="2">Well  high \t\u{1F6A8}</Say></Response>',
  )
})

test.each([
  [
    { status: 400, body: '{"code":21211,"message":"Invalid To +8613800138000"}' },
    'Twilio answered HTTP 400, error 21211',
  ],
  [{ status: 503, body: '<html>' }, 'Twilio answered HTTP 503'],
])('a refusal is reported by its number, without the phone number in its text', async (refusal, expected) => {
  answer = refusal
  await expect(send('sms')).rejects.toThrow(new Error(expected))
})
