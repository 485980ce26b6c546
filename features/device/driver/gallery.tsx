// The chooser of a new driver: a card for each protocol, found by brand, model or protocol.
import { useId, useState } from 'react'
import { abouts } from '../../../drivers/abouts.ts'
import { type About, type Family, families } from '../../../drivers/driver.ts'
import { Act } from '../../../ui/act.tsx'
import { FilterBox } from '../../../ui/filter-box.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useWords } from '../open/config-query.ts'
import { isFound } from './find-driver.ts'
import './gallery.css'
import { driverText } from './text.ts'

type Choice = Family | 'all'

export function DriverGallery({ onChoose, onClose }: { onChoose: (type: string) => void; onClose: () => void }) {
  const t = useText(driverText)
  const [word, setWord] = useState('')
  const [family, setFamily] = useState<Choice>('all')
  const found = abouts.filter((about) => isFound(about, word))
  const countOf = (each: Choice) => found.filter((about) => each === 'all' || about.family === each).length
  const there = families.filter((each) => abouts.some((about) => about.family === each))
  const shown = found.filter((about) => family === 'all' || about.family === family)
  return (
    <section className="driver-gallery" aria-label={t('chooseDriver')}>
      <header>
        <FilterBox word={word} onWord={setWord} placeholder={t('findDriver')} />
        <Segmented<Choice>
          label={t('family')}
          value={family}
          options={(['all', ...there] as const).map((value) => ({ value, label: t(value), count: countOf(value) }))}
          onChange={setFamily}
        />
        <Act onClick={onClose}>{t('backToDrivers')}</Act>
      </header>
      {shown.length === 0 ? (
        <EmptyState
          kind="filteredOut"
          icon="search"
          act={
            <Act
              onClick={() => {
                setWord('')
                setFamily('all')
              }}
            >
              {t('allDrivers')}
            </Act>
          }
        >
          {t('noDriverFound')}
        </EmptyState>
      ) : (
        <ul>
          {shown.map((about) => (
            <li key={about.type}>
              <DriverCard about={about} onChoose={() => onChoose(about.type)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function DriverCard({ about, onChoose }: { about: About; onChoose: () => void }) {
  const t = useText(driverText)
  const tell = useWords()
  const id = useId()
  const { verified, peers, transport, otherTransports = [], family } = about
  const lines = [transport, ...otherTransports].map((each) => t(`line_${each}`))
  return (
    <button type="button" aria-labelledby={`${id}-name`} aria-describedby={`${id}-models`} onClick={onChoose}>
      <strong id={`${id}-name`}>{tell(about.names)}</strong>
      <span id={`${id}-models`} className="driver-gallery-models">
        {tell(about.models)}
      </span>
      <span className="driver-gallery-proof" data-verified={verified} title={t(verified)}>
        {verified === 'peer' ? t('testedWith', { names: peers.join(t('and')) }) : t(`${verified}Short`)}
      </span>
      <span className="driver-gallery-line">
        {lines.join(t('and'))} · {t(family)}
      </span>
    </button>
  )
}
