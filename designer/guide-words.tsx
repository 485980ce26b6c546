// Announces guides to screen readers: the selected one with its position, and removals.
import { useEffect, useRef } from 'react'
import { useText } from '../ui/words.ts'
import { guidesInOrder, isSameGuide } from './command/guide.ts'
import { setLocalConfig } from './local-config.ts'
import { screenText } from './screen-text.ts'
import type { EditorState } from './state.ts'

export function GuideWords({ state, areShown }: { state: EditorState; areShown: boolean }) {
  const t = useText(screenText)
  const all = guidesInOrder(state.document.con)
  const place = all.findIndex((each) => isSameGuide(each, state.guide))
  const chosen = all[place]
  const isChosen = chosen !== undefined
  // Selecting a guide shows the guides.
  useEffect(() => {
    if (isChosen && !areShown) setLocalConfig({ guides: true })
  }, [isChosen, areShown])
  const before = useRef(all.length)
  useEffect(() => {
    before.current = all.length
  }, [all.length])
  const words = chosen
    ? t(chosen.axis === 'x' ? 'verticalAt' : 'horizontalAt', { at: chosen.at, place: place + 1, count: all.length })
    : all.length < before.current
      ? t('guideGone', { count: all.length })
      : ''
  return (
    <output className="unseen" aria-live="polite">
      {words}
    </output>
  )
}
