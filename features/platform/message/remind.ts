// Alerts for a message: the window's title, a tone, a voice. [S4] [S9 UI]
import { callStream } from '../../../contract/call.ts'
import type { Language } from '../../../contract/errors.ts'
import { keep, readKept } from '../../../ui/kept.ts'
import { windowCall } from '../../../ui/window-name.ts'
import { createSound } from './contract.ts'
import { claim, marqueeAt } from './remind-rules.ts'

const stepMs = 200
const marqueeMs = 10_000

let marquee: ReturnType<typeof setInterval> | undefined

export function endTitle(): void {
  clearInterval(marquee)
  marquee = undefined
  windowCall.set('')
}

/** Scrolls the text through the window's title; a newer text replaces it. */
export function callByTitle(text: string): void {
  endTitle()
  let step = 0
  const show = () => {
    windowCall.set(marqueeAt(text, step))
    step += 1
    if (step > marqueeMs / stepMs) endTitle()
  }
  marquee = setInterval(show, stepMs)
  show()
}

let audio: AudioContext | undefined

/** The page's audio context, or null if the browser has no audio. */
function audioHere(): AudioContext | null {
  if (!('AudioContext' in window)) return null
  audio ??= new AudioContext()
  // Browsers block audio until the first click on the page.
  if (audio.state === 'suspended') void audio.resume()
  return audio
}

const notes = [
  { hz: 880, atS: 0 },
  { hz: 1320, atS: 0.16 },
] as const
const noteS = 0.22

/** Plays two short notes, quiet at both ends. */
export function ring(): void {
  const here = audioHere()
  if (!here) return
  for (const { hz, atS } of notes) {
    const [tone, volume] = [here.createOscillator(), here.createGain()]
    const start = here.currentTime + atS
    tone.frequency.value = hz
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.2, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, start + noteS)
    tone.connect(volume).connect(here.destination)
    tone.start(start)
    tone.stop(start + noteS)
  }
}

const voiceOf: Record<Language, string> = { en: 'en-US', 'zh-cn': 'zh-CN' }

const voicesMs = 1000
let voicesLoaded: Promise<void> | undefined

/** Chrome loads its voices at the first call, and lists none until `voiceschanged`. Waits for them once. */
async function loadVoices({ speechSynthesis }: Window): Promise<readonly SpeechSynthesisVoice[]> {
  if (speechSynthesis.getVoices().length > 0) return speechSynthesis.getVoices()
  voicesLoaded ??= new Promise((resolve) => {
    speechSynthesis.addEventListener('voiceschanged', () => resolve(), { once: true })
    setTimeout(resolve, voicesMs)
  })
  await voicesLoaded
  return speechSynthesis.getVoices()
}

const speaksItself = async (language: Language): Promise<boolean> =>
  'speechSynthesis' in window &&
  (await loadVoices(window)).some(({ lang }) => lang.slice(0, 2) === voiceOf[language].slice(0, 2))

const maxSpeechMs = 60_000

/** Resolves at the end of a speech. Browsers may never report it: after a time limit the speech is stopped. */
const untilEnd = (start: (end: () => void) => void, stop: () => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      stop()
      resolve()
    }, maxSpeechMs)
    start(() => {
      clearTimeout(timer)
      resolve()
    })
  })

let spoken: string | undefined
let isSpeaking = false

async function sayOne(text: string, language: Language): Promise<void> {
  if (await speaksItself(language)) {
    const words = new SpeechSynthesisUtterance(text)
    words.lang = voiceOf[language]
    return untilEnd(
      (end) => {
        words.onend = words.onerror = end
        window.speechSynthesis.speak(words)
      },
      () => window.speechSynthesis.cancel(),
    )
  }
  const here = audioHere()
  if (!here) return
  const bytes = await (await callStream(createSound, { text })).arrayBuffer()
  const source = here.createBufferSource()
  source.buffer = await here.decodeAudioData(bytes)
  source.connect(here.destination)
  await untilEnd(
    (end) => {
      source.onended = end
      source.start()
    },
    () => source.stop(),
  )
}

/**
 * Speaks with the browser's voice, else with the platform's; of texts that arrive meanwhile only the newest is spoken.
 */
export async function say(text: string, language: Language): Promise<void> {
  spoken = text
  if (isSpeaking) return
  isSpeaking = true
  try {
    while (spoken !== undefined) {
      const next: string = spoken
      spoken = undefined
      // The platform may have no speech service either (1045); the tone was played in any case.
      await sayOne(next, language).catch(() => undefined)
    }
  } finally {
    isSpeaking = false
  }
}

const hiddenMs = 300
const key = 'messages-called'

/** Whether this window, of several that are open, makes the sound; a visible one is preferred. */
export async function isOursToCall(message: string): Promise<boolean> {
  if (document.visibilityState !== 'visible') await new Promise((go) => setTimeout(go, hiddenMs))
  const take = async () => {
    const { isMine, kept } = claim(readKept(key), message)
    keep(key, kept)
    return isMine
  }
  // Locks exist only on https and on this machine; elsewhere two windows may alert at the same moment.
  return 'locks' in navigator ? navigator.locks.request(key, take) : take()
}
