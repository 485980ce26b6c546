// Search results of Ctrl K. The sources are called after a pause in typing, a page at a time; each is shown when it
// answers. Answers to an older query are dropped.
import { useEffect, useRef, useState } from 'react'
import { screenLanguages, useLanguage, useScreenLanguage } from '../../ui/language.ts'
import { mayI } from '../../ui/me.ts'
import type { Hit, SearchSource } from '../../ui/shell-part.ts'
import { labelIn, useText } from '../../ui/words.ts'
import { pages } from './pages.ts'
import { type ActHit, actHits, offered, readVerb, withVerb } from './palette-acts.ts'
import { type Answered, pageHits, withAnswer } from './palette-hits.ts'
import type { LoadedPart } from './shell-parts.ts'
import { webText } from './text.ts'

/** Hits of one kind. `total`: the number of all hits; `hits`: those that were loaded so far. */
export type Found = { id: string; label: string; hits: readonly ActHit[]; total: number; more?: () => void }

const pauseMs = 150
/** Values beside the hits are read again this long after the slowest answer: a slow platform is never interrupted. */
const freshMs = 5_000

type Answer = Answered<SearchSource> & { pages: number; hits: readonly Hit[]; total: number }
type Asked = { words: string; verb: string | undefined }

async function read(source: SearchSource, asked: Asked, upTo: number, signal: AbortSignal): Promise<Answer> {
  const hits: Hit[] = []
  let total = 0
  for (let pageNo = 1; pageNo <= upTo; pageNo += 1) {
    const page = await source.find(asked.words, pageNo, signal, asked.verb)
    hits.push(...page.hits)
    total = page.total
    if (page.hits.length === 0 || hits.length >= total) break
  }
  return { source, pages: upTo, hits, total }
}

export function useFound(typed: string, parts: readonly LoadedPart[]): Found[] {
  const t = useText(webText)
  const language = useLanguage()
  const code = useScreenLanguage()
  const ofRooms = offered(
    parts.map(({ part }) => part),
    mayI,
  )
  const { verb, words } = readVerb(typed, ofRooms.verbs)
  const question = `${verb?.key ?? ''} ${words}`
  const [asked, setAsked] = useState<{ question: string; answers: Answer[] }>({ question: '', answers: [] })
  const pagesOf = useRef<{ question: string; of: Map<string, number> }>({ question: '', of: new Map() })
  const [turn, setTurn] = useState(0)
  if (pagesOf.current.question !== question) pagesOf.current = { question, of: new Map() }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn asks for the next page, or for the values again
  useEffect(() => {
    const stop = new AbortController()
    const sources = parts.flatMap(({ part }) => part.search ?? [])
    if (!words || sources.length === 0) return
    const upTo = (source: SearchSource) => pagesOf.current.of.get(source.id) ?? 1
    const own = { words, verb: verb?.key }
    // A source that fails is left out: the others and the pages are still of use.
    const ask = async (source: SearchSource) => {
      const answer = await read(source, own, upTo(source), stop.signal).catch(() => undefined)
      if (!stop.signal.aborted) setAsked((before) => withAnswer(before, question, sources, source, answer))
    }
    const round = async () => {
      await Promise.all(sources.map(ask))
      if (!stop.signal.aborted) timer = setTimeout(() => setTurn((now) => now + 1), freshMs)
    }
    let timer = setTimeout(round, asked.question === question ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [question, parts, language, turn])
  const found = (words ? asked.answers : []).map(({ source, hits, total, pages: upTo }): Found => {
    const more = () => {
      pagesOf.current.of.set(source.id, upTo + 1)
      setTurn((now) => now + 1)
    }
    const group = { id: source.id, label: labelIn(source.label, language), hits: withVerb(hits, verb), total }
    return hits.length < total ? { ...group, more } : group
  })
  const own = (id: string, label: string, hits: readonly ActHit[]): Found => ({ id, label, hits, total: hits.length })
  const places = verb ? [] : pageHits(pages, mayI, words, language)
  const others = screenLanguages().filter(({ value }) => value !== code)
  const acts = verb ? [] : actHits(ofRooms, words, language, others)
  return [...found, own('pages', t('pages'), places), own('acts', t('acts'), acts)].filter(
    ({ hits }) => hits.length > 0,
  )
}
