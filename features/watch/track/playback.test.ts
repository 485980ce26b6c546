import { expect, test } from 'vitest'
import { createPlayback } from './playback.ts'

function stage() {
  let clock = 0
  let drawing: (() => void) | undefined
  const playback = createPlayback({
    ...{ from: 0, to: 100_000, first: 10_000 },
    now: () => clock,
    next(draw) {
      drawing = draw
      return () => {
        drawing = undefined
      }
    },
  })
  const pass = (ms: number) => {
    clock += ms
    const draw = drawing
    drawing = undefined
    draw?.()
  }
  return { playback, pass, isWaiting: () => drawing !== undefined }
}

test('plays at its speed, pauses, and resets to its start', () => {
  const { playback, pass, isWaiting } = stage()
  expect(playback.read()).toEqual({ at: 10_000, isPlaying: false, speed: 60 })
  playback.play()
  pass(100)
  expect(playback.read().at).toBe(16_000)
  playback.setSpeed(1)
  pass(100)
  expect(playback.read().at).toBe(16_100)
  playback.pause()
  expect(isWaiting()).toBe(false)
  pass(100)
  expect(playback.read()).toMatchObject({ at: 16_100, isPlaying: false })
  playback.reset()
  expect(playback.read()).toEqual({ at: 10_000, isPlaying: false, speed: 1 })
})

test('stops at its end, and plays from the start afterwards', () => {
  const { playback, pass } = stage()
  playback.seek(99_000)
  playback.play()
  pass(100)
  expect(playback.read()).toMatchObject({ at: 100_000, isPlaying: false })
  playback.play()
  expect(playback.read()).toMatchObject({ at: 10_000, isPlaying: true })
})

test('can be sought within its span, and continues from there', () => {
  const { playback, pass } = stage()
  playback.play()
  playback.seek(-5)
  expect(playback.read().at).toBe(0)
  playback.seek(1e9)
  expect(playback.read().at).toBe(100_000)
  playback.seek(20_000)
  pass(10)
  expect(playback.read()).toMatchObject({ at: 20_600, isPlaying: true })
})

test('does not skip time while the page is hidden, and stops without watchers', () => {
  const { playback, pass, isWaiting } = stage()
  const leave = playback.watch(() => undefined)
  playback.play()
  pass(3_600_000)
  expect(playback.read().at).toBe(25_000)
  leave()
  expect(isWaiting()).toBe(false)
  expect(playback.read().isPlaying).toBe(false)
})
