// Shows how addresses of a driver are written, by its documented examples for the parameters of the form.
import './driver.css'
import type { About } from '../../../drivers/driver.ts'
import { examplesOf } from '../../../drivers/examples.ts'
import { useText } from '../../../ui/words.ts'
import { useWords } from '../open/config-query.ts'
import { driverText } from './text.ts'

/** Addresses longer than this leave no room for another explanation beside them. */
const longAddress = 12

export function AddressExamples({ about, params }: { about: About; params: object }) {
  const t = useText(driverText)
  const tell = useWords()
  const examples = examplesOf(about, params)
  return (
    <section className="address-examples">
      <h3>{t('examples')}</h3>
      <dl data-long={examples.some(({ address }) => address.length > longAddress) || undefined}>
        {examples.map(({ address, about: words }) => (
          <div key={address}>
            <dt>{address}</dt>
            <dd>{tell(words)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
