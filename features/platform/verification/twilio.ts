// SMS and phone calls by Twilio's REST API, version 2010-04-01. [https://www.twilio.com/docs/usage/api]
import type { Provider } from './messenger.ts'

type TwilioSettings = { url: string; account: string; token: string; from: string }

/** Voices of a call. The text is spoken twice, since the start is often missed. */
const voices = { en: 'en-US', 'zh-cn': 'cmn-CN' } as const

/** Characters that XML cannot contain, not even escaped: with one of them the call would be silent. */
const unfit = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu

const escaped = (text: string) => text.replace(unfit, ' ').replace(/[<>&'"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The instructions that Twilio executes once the call is answered. */
export function twiml(text: string, language: keyof typeof voices): string {
  return `<Response><Say language="${voices[language]}" loop="2">${escaped(text)}</Say></Response>`
}

/** One provider for SMS and for phone calls, which differ only in address and text. */
export function twilioProvider({ url, account, token, from }: TwilioSettings, what: 'sms' | 'phone'): Provider {
  const address = `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/${what === 'sms' ? 'Messages' : 'Calls'}.json`
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return async ({ to, text, language = 'en' }, signal) => {
    const body = new URLSearchParams({ To: internationalOf(to), From: from })
    if (what === 'sms') body.set('Body', text)
    else body.set('Twiml', twiml(text, language))
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization },
      body,
      signal,
      redirect: 'error',
    })
    if (response.ok) return void (await response.body?.cancel())
    const answer: unknown = await response.json().catch(() => null)
    // Only the error code is used: Twilio's message may contain the phone number, and more people can read the log than
    // the message.
    const { code } = (answer ?? {}) as { code?: number }
    throw new Error(`Twilio answered HTTP ${response.status}${code ? `, error ${code}` : ''}`)
  }
}

/** E.164; a number without a country code is one of mainland China. */
const internationalOf = (to: string) => (to.startsWith('+') ? to : `+86${to}`)
