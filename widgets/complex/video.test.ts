import { expect, test } from 'vitest'
import { readFields } from '../fields.ts'
import { loadWidget } from '../registry.ts'
import { streamAt } from '../video/rules.ts'
import { reserveOf } from './video.tsx'

test('what other designers store of a camera is read and kept', async () => {
  const stored = { rtmp: 'rtmp://cams.example/7', cameraIndexCode: '4f3a' }
  expect(readFields((await loadWidget('Video')).data, stored)).toMatchObject(stored)
})

test('a stream that browsers play goes before RTMP, and of RTMP alone it is said that browsers do not play it', () => {
  const rtmp = 'rtmp://cams.example/7'
  expect(reserveOf({ hls: '', flv: 'https://cams.example/7.flv', rtmp })).toBe('https://cams.example/7.flv')
  expect(streamAt(reserveOf({ hls: '', flv: '', rtmp }), 'https://here.example')).toBe('noRtmp')
})
