// Spoken messages, with a browser's voices and clock made by the test.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { say } from './remind.ts'

type Words = { text: string; lang: string; onend: () => void }

let voices: { lang: string }[] = []
let spoken: Words[] = []
const cancel = vi.fn()

class Synthesis extends EventTarget {
  getVoices = () => voices
  speak = (words: Words) => void spoken.push(words)
  cancel = cancel
}
class Utterance {
  text: string
  constructor(text: string) {
    this.text = text
  }
}

let synthesis: Synthesis
beforeEach(() => {
  vi.useFakeTimers()
  voices = [{ lang: 'en-GB' }]
  spoken = []
  cancel.mockClear()
  synthesis = new Synthesis()
  vi.stubGlobal('window', { speechSynthesis: synthesis })
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const texts = () => spoken.map(({ text }) => text)

// The first test without voices: the page waits for them once.
test('a voice that the browser loads later is used for the first text too', async () => {
  voices = []
  const saying = say('first', 'en')
  await vi.advanceTimersByTimeAsync(100)
  voices = [{ lang: 'en-US' }]
  synthesis.dispatchEvent(new Event('voiceschanged'))
  await vi.advanceTimersByTimeAsync(0)
  expect(texts()).toEqual(['first'])
  spoken[0]!.onend()
  await saying
})

test('only the newest of the texts that arrive during speech is spoken next', async () => {
  const saying = say('first', 'en')
  await say('second', 'en')
  await say('third', 'en')
  await vi.advanceTimersByTimeAsync(0)
  spoken[0]!.onend()
  await vi.advanceTimersByTimeAsync(0)
  spoken[1]!.onend()
  await saying
  expect(texts()).toEqual(['first', 'third'])
  expect(cancel).not.toHaveBeenCalled()
})

test('a voice that never reports its end does not silence later texts', async () => {
  const saying = say('first', 'en')
  await say('second', 'en')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(texts()).toEqual(['first', 'second'])
  expect(cancel).toHaveBeenCalledTimes(1)
  spoken[1]!.onend()
  await saying
})

test('a browser without voices speaks nothing itself', async () => {
  voices = []
  const saying = say('first', 'en')
  await vi.advanceTimersByTimeAsync(1000)
  await saying
  expect(texts()).toEqual([])
})
