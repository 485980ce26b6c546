// Sends a request exactly as written: `fetch` would resolve dots in its path, and would not send some headers.
import { type IncomingHttpHeaders, request } from 'node:http'

export type Sent = { method?: string; headers?: Record<string, string>; body?: string }
/** The answer to a raw request. `code` is that of the envelope, if there is one; the status of an upgrade is 101. */
export type RawAnswer = { status: number; headers: IncomingHttpHeaders; text: string; code: number | undefined }

export function rawRequest(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
      })
      response.on('end', () => {
        const found = /^\{"code":(\d+)/.exec(text)?.[1]
        const code = found === undefined ? undefined : Number(found)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, code })
      })
    })
    sent.on('upgrade', ({ headers: told }, socket) => {
      socket.destroy()
      resolve({ status: 101, headers: told, text: '', code: undefined })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
