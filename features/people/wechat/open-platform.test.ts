// The client of WeChat's open platform on its own: addresses and time limits.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WeChatPeer, weChatPeer } from '../../../testkit/we-chat.ts'
import { openWeChat } from './open-platform.ts'

let peer: WeChatPeer
beforeAll(async () => {
  peer = await weChatPeer()
})
afterAll(() => peer.stop())

const opened = (timeoutMs: number) => {
  const { appId, secret, url } = peer
  return openWeChat({ appId, secret, openUrl: url, apiUrl: url }, { timeoutMs, bytes: 1000 })
}

test('leads to the QR code of a website, in the user’s language', () => {
  const url = new URL(
    opened(1000).leave({ redirectUri: 'https://plant.example/weixin/callback', state: 's', language: 'zh-cn' }),
  )
  expect(Object.fromEntries(url.searchParams)).toEqual({
    appid: peer.appId,
    redirect_uri: 'https://plant.example/weixin/callback',
    response_type: 'code',
    scope: 'snsapi_login',
    state: 's',
    lang: 'cn',
  })
  expect(url.hash).toBe('#wechat_redirect')
  expect(url.href).not.toContain(peer.secret)
})

test('times out on a slow WeChat, before its answer or within it', async () => {
  peer.bent = () => undefined
  await expect(opened(50).personOf('code')).rejects.toMatchObject({ kind: 'unreachable' })
  peer.bent = (_, response) => void response.writeHead(200).write('{')
  await expect(opened(50).personOf('code')).rejects.toMatchObject({ kind: 'unreachable' })
})

test('an unreachable WeChat is reported as such', async () => {
  const gone = await weChatPeer()
  await gone.stop()
  const { appId, secret, url } = gone
  const { personOf } = openWeChat({ appId, secret, openUrl: url, apiUrl: url })
  const failure = await personOf('code').catch((error: unknown) => error)
  expect(failure).toMatchObject({ kind: 'unreachable' })
  expect(String(failure)).not.toContain(secret)
})
