import { saveFirstSettings } from '../features/gateway/onboarding/contract.ts'
import { login } from '../features/people/login/contract.ts'

/** Signs in over HTTP; the session's cookie as `name=value`. */
export async function sessionCookie(url: string, who: { loginname: string; password: string }): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + login.path, { method: 'POST', headers, body: JSON.stringify(who) })
  const { code, msg } = (await response.json()) as { code: number; msg: string }
  const [cookie] = response.headers.getSetCookie()[0]?.split(';') ?? []
  if (code !== 200 || !cookie) throw new Error(`${who.loginname} cannot sign in: ${code} ${msg}`)
  return cookie
}

/**
 * Answers the questions that a new platform asks its first administrator, so that no dialog covers the pages of a
 * journey.
 */
export async function answerFirstSettings(url: string, cookie: string): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie }
  const body = JSON.stringify({ zone: 'Asia/Shanghai', language: 'en' })
  const response = await fetch(url + saveFirstSettings.path, { method: 'POST', headers, body })
  const { code, msg } = (await response.json()) as { code: number; msg: string }
  if (code !== 200) throw new Error(`the first settings are not stored: ${code} ${msg}`)
}
