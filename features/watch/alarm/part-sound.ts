// A repeated tone until alarms are acknowledged, different for each severity. Browsers block sound before the first
// user gesture: then `isBlocked` is set, and the sound starts with the first gesture.
import type { AlarmLevel } from '../../../contract/equipment-config.ts'
import { keep, readKept } from '../../../ui/kept.ts'
import { createStore, useStore } from '../../../ui/store.ts'

const key = 'alarm-sound'

type Sound = { isOn: boolean; isBlocked: boolean }
const sound = createStore<Sound>({ isOn: readKept(key) !== 'off', isBlocked: false })

export const useSound = (): Sound => useStore(sound)

/** The tones in Hz, each 160 ms long, and the interval of repetition. */
const tones: Readonly<Record<AlarmLevel, { hz: readonly number[]; everyMs: number }>> = {
  severe: { hz: [988, 740, 988], everyMs: 1_500 },
  important: { hz: [740, 740], everyMs: 3_000 },
  normal: { hz: [523], everyMs: 6_000 },
}

const toneS = 0.16
const loudness = 0.12

let context: AudioContext | undefined
let playing: { level: AlarmLevel; timer: ReturnType<typeof setInterval> } | undefined

function play(level: AlarmLevel): void {
  context ??= new AudioContext()
  const { state } = context
  const isBlocked = state === 'suspended'
  if (sound.get().isBlocked !== isBlocked) sound.set((now) => ({ ...now, isBlocked }))
  if (isBlocked) void context.resume()
  if (isBlocked || state === 'closed') return
  for (const [index, hz] of tones[level].hz.entries()) beep(context, hz, context.currentTime + index * (toneS + 0.04))
}

function beep(on: AudioContext, hz: number, at: number): void {
  const [tone, gain] = [on.createOscillator(), on.createGain()]
  tone.frequency.value = hz
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(loudness, at + 0.02)
  gain.gain.setValueAtTime(loudness, at + toneS - 0.03)
  gain.gain.linearRampToValueAtTime(0, at + toneS)
  tone.connect(gain).connect(on.destination)
  tone.start(at)
  tone.stop(at + toneS)
}

/** Repeats the tone of a severity; null stops it. */
export function soundLevel(level: AlarmLevel | null): void {
  const wanted = sound.get().isOn ? level : null
  if (playing?.level === (wanted ?? undefined)) return
  if (playing) clearInterval(playing.timer)
  playing = undefined
  if (!wanted) return
  play(wanted)
  playing = { level: wanted, timer: setInterval(() => play(wanted), tones[wanted].everyMs) }
}

export function setSound(isOn: boolean): void {
  keep(key, isOn ? 'on' : 'off')
  sound.set((now) => ({ ...now, isOn }))
}

/** Resumes the blocked sound. Called on a user gesture. */
export function unblock(): void {
  if (context?.state !== 'suspended') return
  void context.resume().then(() => sound.set((now) => ({ ...now, isBlocked: false })))
}
