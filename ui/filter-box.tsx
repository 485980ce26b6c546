// The box that filters by words. It passes on typed text after a pause: the address need not change at every key, and
// text being composed (pinyin) is not final yet.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import './data-table.css'
import './filter-box.css'
import { Icon } from './icon.tsx'
import { IconAct } from './plain.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

const pauseMs = 250

export function FilterBox({
  word,
  onWord,
  placeholder,
}: {
  word: string
  onWord: (word: string) => void
  placeholder: string
}) {
  const t = useText(uiText)
  const [typed, setTyped] = useState(word)
  const [composing, setComposing] = useState(false)
  const pass = useRef(onWord)
  pass.current = onWord
  const passed = useRef(word)

  // The filter was changed from outside: cleared, or the user navigated back.
  useEffect(() => {
    if (word === passed.current) return
    passed.current = word
    setTyped(word)
  }, [word])

  useEffect(() => {
    if (composing || typed === passed.current) return
    const timer = setTimeout(() => {
      passed.current = typed
      pass.current(typed)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, composing])

  return (
    <div className="filter-box">
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={t('filter')}
        value={typed}
        placeholder={placeholder}
        onChange={(event) => setTyped(event.target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
      />
      {typed && <IconAct icon="close" label={t('clearFilter')} onClick={() => setTyped('')} />}
    </div>
  )
}

/** The line of filters above a list. */
export function FilterRow({ children }: { children: ReactNode }) {
  return <div className="filter-row">{children}</div>
}

/** The available keys; not shown on a phone. */
export function KeyHint({ children }: { children: ReactNode }) {
  return <span className="key-hint">{children}</span>
}
