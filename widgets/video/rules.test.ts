import { expect, test } from 'vitest'
import { stillMs, streamAt, watched, watchFrom } from './rules.ts'

const here = 'http://plant.example/monitor'
const hls = 'https://cams.example/7/live.m3u8'

test.each([
  ['', here, 'noAddress'],
  ['  ', here, 'noAddress'],
  ['camera 7', here, 'notWeb'],
  ['/userimg/a.mp4', here, 'notWeb'],
  ['javascript:alert(1)', here, 'notWeb'],
  ['data:video/mp4;base64,AAAA', here, 'notWeb'],
  ['rtmp://cams.example/7', here, 'noRtmp'],
  ['rtsp://cams.example/7', here, 'noRtmp'],
  ['wss://cams.example/7.flv', here, 'notWeb'],
  ['http://cams.example/7.flv', 'https://plant.example/', 'plainHttp'],
  [` ${hls}?token=a.flv `, here, { url: `${hls}?token=a.flv`, kind: 'hls' }],
  ['https://cams.example/7.FLV', here, { url: 'https://cams.example/7.FLV', kind: 'flv' }],
  ['http://cams.example/hall.mp4', here, { url: 'http://cams.example/hall.mp4', kind: 'file' }],
  ['http://cams.example/hall', here, { url: 'http://cams.example/hall', kind: 'file' }],
])('the address %j on %s', (address, page, found) => expect(streamAt(address, page)).toEqual(found))

const runs = { isPaused: false, isEnded: false }

test('a moving picture plays; after a long stop it is still, until it moves again', () => {
  let seen = watchFrom(0)
  const look = (at: number, position: number, more = runs) => {
    seen = watched(seen, { at, position, ...more })
    return seen.motion
  }
  expect(look(1000, 0)).toBe('opening')
  expect(look(2000, 0.4)).toBe('playing')
  expect(look(3000, 0.4)).toBe('playing')
  expect(look(2000 + stillMs, 0.4)).toBe('still')
  expect(seen.movedAt).toBe(2000)
  expect(look(9000, 0.5)).toBe('playing')
})

test('a stream that never shows a picture becomes still', () =>
  expect(watched(watchFrom(0), { at: stillMs, position: 0, ...runs }).motion).toBe('still'))

test('a paused picture is not still, and has time to continue', () => {
  const paused = watched(
    { motion: 'playing', position: 3, movedAt: 0 },
    { ...runs, at: 60_000, position: 3, isPaused: true },
  )
  expect(paused.motion).toBe('paused')
  expect(watched(paused, { ...runs, at: 61_000, position: 3 }).motion).toBe('playing')
})

test('a file that has ended is ended', () =>
  expect(watched(watchFrom(0), { ...runs, at: 60_000, position: 9, isEnded: true }).motion).toBe('ended'))
