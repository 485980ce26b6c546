import { describe, expect, test } from 'vitest'
import { silentWav } from '../../../testkit/ezviz-peer.ts'
import {
  answerOf,
  areaOf,
  askFor,
  cameraOf,
  failureOf,
  isRefusal,
  saidOf,
  secondsOf,
  streamOf,
  tokenOf,
  widgetIn,
} from './rules.ts'

const home = 'https://open.ezvizlife.com'
const camera = { serial: 'C12345678', channel: 2, quality: 'smooth' } as const
const position = { x: 0, y: 0, width: 10, height: 10, rotate: 0 }

test.each([
  ['https://ieuopen.ezvizlife.com', null, 'https://ieuopen.ezvizlife.com'],
  ['https://open.ys7.com/', null, 'https://open.ys7.com'],
  ['https://iusopen.ezviz.com', null, 'https://iusopen.ezviz.com'],
  ['http://ieuopen.ezvizlife.com', null, home],
  ['https://ezvizlife.com.evil.example', null, home],
  ['https://evilezvizlife.com', null, home],
  ['https://user@open.ys7.com', null, home],
  ['https://open.ys7.com:8443', null, home],
  ['http://169.254.169.254/latest', null, home],
  ['nonsense', null, home],
  [undefined, null, home],
  ['https://open.ys7.com', 'https://proxy.plant.example', 'https://proxy.plant.example'],
  ['https://proxy.plant.example/x', 'https://proxy.plant.example', 'https://proxy.plant.example'],
])('calls go to the area that the provider names, on its own hosts only: %j beside %j', (said, own, found) =>
  expect(areaOf(said, own ?? home, own)).toBe(found),
)

test.each([
  [
    { code: '200', msg: 'ok', data: 1 },
    { code: '200', msg: 'ok', data: 1 },
  ],
  [{ code: 200 }, { code: '200', msg: '', data: undefined }],
  [
    { code: '20002', msg: 'x'.repeat(999) },
    { code: '20002', msg: 'x'.repeat(200), data: undefined },
  ],
])('the answer %j', (json, found) => expect(answerOf(json)).toEqual(found))

test.each([null, [], 'text', {}, { code: {} }, { code: '9'.repeat(99) }])('%j is no answer', (json) =>
  expect(answerOf(json)).toBeUndefined(),
)

test.each([
  [
    { accessToken: 'at.1', expireTime: 5 },
    { accessToken: 'at.1', expireTime: 5 },
  ],
  [
    { accessToken: 'at.1', expireTime: 'soon' },
    { accessToken: 'at.1', expireTime: 0 },
  ],
  [{ accessToken: '' }, undefined],
  [{ accessToken: 'x'.repeat(501) }, undefined],
  [null, undefined],
])('a token is %j', (data, found) => expect(tokenOf(data)).toEqual(found))

test.each([
  [{ url: 'https://open.ys7.com/v3/a.m3u8?t=1' }, 'https://open.ys7.com/v3/a.m3u8?t=1'],
  [{ url: 'http://127.0.0.1:9/a.webm' }, 'http://127.0.0.1:9/a.webm'],
  [{ url: 'http://open.ys7.com/a.m3u8' }, undefined],
  [{ url: 'rtmp://rtmp.ys7.com/a' }, undefined],
  [{ url: 'ezopen://open.ys7.com/C1/1.live' }, undefined],
  [{ url: 'javascript:alert(1)' }, undefined],
  [{ url: `https://open.ys7.com/${'a'.repeat(2000)}` }, undefined],
  [{}, undefined],
  [null, undefined],
])('the stream of %j', (data, found) => expect(streamOf(data)).toBe(found))

test('requests carry the numbers of the interface', () => {
  const of = { deviceSerial: 'C12345678', channelNo: 2 }
  expect(askFor.address(camera, 'hls')).toEqual({ ...of, protocol: 2, quality: 2, expireTime: 600 })
  expect(askFor.address({ ...camera, quality: 'high' }, 'flv')).toMatchObject({ protocol: 4, quality: 1 })
  expect(askFor.turn(camera, 'zoomOut')).toEqual({ ...of, direction: 9, speed: 1 })
  expect(askFor.stop(camera, 'right')).toEqual({ ...of, direction: 3 })
  expect(askFor.talk(camera)).toEqual(of)
})

test.each([
  ['10001', 'token', 'cameraKeyWrong'],
  ['10005', 'token', 'cameraKeyWrong'],
  ['10017', 'token', 'cameraKeyWrong'],
  ['10030', 'token', 'cameraKeyWrong'],
  ['10001', 'address', 'cameraRefused'],
  ['20002', 'address', 'cameraUnknown'],
  ['20007', 'address', 'cameraOffline'],
  ['20008', 'address', 'cameraRefused'],
  ['20014', 'address', 'cameraSerialWrong'],
  ['20018', 'address', 'cameraForeign'],
  ['20032', 'address', 'cameraChannelMissing'],
  ['60019', 'address', 'cameraEncrypted'],
  ['9048', 'address', 'cameraQuota'],
  ['10028', 'address', 'cameraQuota'],
  ['60000', 'turn', 'cameraCannotTurn'],
  ['60003', 'turn', 'cameraAtEnd'],
  ['60020', 'turn', 'cameraCannotTurn'],
  ['60020', 'talk', 'cameraCannotTalk'],
  ['111000', 'talk', 'cameraVoiceQuota'],
  ['49999', 'turn', 'cameraRefused'],
  ['constructor', 'turn', 'cameraRefused'],
] as const)('the refusal %s of %s is %s', (code, act, name) => {
  const failure = failureOf({ code, msg: 'said so' }, act, camera)
  expect(failure.message).toBe(name)
  expect(saidOf(failure)).toEqual({ code, msg: 'said so' })
  expect(isRefusal(failure)).toBe(true)
})

describe('the camera of a widget', () => {
  const widget = (data: object, more: object = {}) =>
    ({ id: 'a', widgetType: 'Video', position, data, ...more }) as never
  const own = { serialNumber: ' c12345678 ', channelNumber: 2, PanTilt: true, talk: true, quality: 'smooth' }
  const usual = { ...camera, isTurned: true, isSpoken: true, name: 'C12345678' }
  test.each([
    [own, {}, usual],
    [{ ...own, type: 'ezviz', text: 'Hall' }, {}, { ...usual, name: 'Hall' }],
    [own, { widgetName: 'Gate' }, { ...usual, name: 'Gate' }],
    [{ ...own, channelNumber: '3' }, {}, { ...usual, channel: 3 }],
    [
      { ...own, channelNumber: 'x', quality: 4, PanTilt: 'yes', talk: 1 },
      {},
      { ...usual, channel: 1, quality: 'high', isTurned: false, isSpoken: false },
    ],
    [{ ...own, type: 'online' }, {}, undefined],
    [{ ...own, serialNumber: '' }, {}, undefined],
    [{ ...own, serialNumber: '{cam}' }, {}, undefined],
    [{ ...own, serialNumber: 'C1&accessToken=x' }, {}, undefined],
    [own, { widgetType: 'Image' }, undefined],
    [{}, {}, undefined],
  ])('%j %j', (data, more, found) => expect(cameraOf(widget(data, more))).toEqual(found))

  test('is found in groups too', () => {
    const inner = widget(own)
    const group = {
      id: 'g',
      widgetType: 'group',
      position,
      children: [{ id: 'h', widgetType: 'group', position, children: [inner] }],
    }
    expect(widgetIn([group as never], 'a')).toBe(inner)
    expect(widgetIn([group as never], 'b')).toBeUndefined()
  })
})

describe('a message', () => {
  const with_ = (change: (wav: Buffer) => unknown) => {
    const wav = silentWav(1)
    change(wav)
    return wav
  }
  test.each([
    ['of a second', silentWav(1), 1],
    ['of a minute', silentWav(60), 60],
    ['of more', silentWav(60.5), undefined],
    ['of nothing', silentWav(0), undefined],
    ['of another rate', with_((wav) => wav.writeUInt32LE(8000, 24)), undefined],
    ['in stereo', with_((wav) => wav.writeUInt16LE(2, 22)), undefined],
    ['in 8 bits', with_((wav) => wav.writeUInt16LE(8, 34)), undefined],
    ['that is compressed', with_((wav) => wav.writeUInt16LE(85, 20)), undefined],
    ['that says it is longer', with_((wav) => wav.writeUInt32LE(9999, 40)), undefined],
    ['that is none', Buffer.from('MZ'.repeat(60)), undefined],
    ['that is cut', silentWav(1).subarray(0, 30), undefined],
  ])('%s', (_, wav, seconds) => expect(secondsOf(wav)).toBe(seconds))
})
