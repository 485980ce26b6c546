import { expect, test } from 'vitest'
import { readFields } from '../fields.ts'
import { loadWidget } from '../registry.ts'
import { streamAt } from '../video/rules.ts'
import { reserveOf } from './video.tsx'

test('camera settings that other designers store are read and preserved', async () => {
  const stored = { rtmp: 'rtmp://cams.example/7', cameraIndexCode: '4f3a' }
  expect(readFields((await loadWidget('Video')).data, stored)).toMatchObject(stored)
})

test('a stream that browsers play is preferred to RTMP, and RTMP alone shows a notice', () => {
  const rtmp = 'rtmp://cams.example/7'
  expect(reserveOf({ hls: '', flv: 'https://cams.example/7.flv', rtmp })).toBe('https://cams.example/7.flv')
  expect(streamAt(reserveOf({ hls: '', flv: '', rtmp }), 'https://here.example')).toBe('noRtmp')
})
