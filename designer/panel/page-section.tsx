// Settings of the page, shown while no widget is selected: size and background.
import { useState } from 'react'
import { groundOf, isFitted, type PageContainer, type PageType, pageTypeOf } from '../../contract/page-document.ts'
import { useText } from '../../ui/words.ts'
import { lookOf } from '../../widgets/host/ground.ts'
import { ColourBox } from './colour-box.tsx'
import { NumberBox } from './number-box.tsx'
import { PictureBox } from './picture-box.tsx'
import { Note, Row, Section } from './row.tsx'
import { ChoiceBox, FlagBox } from './simple-boxes.tsx'
import { panelText } from './text.ts'

/** How states are shown: quietly, following ISA-101, or in classic panel colours. */
const looks = [
  { value: 'quiet', label: { en: 'Quiet (ISA-101)', 'zh-cn': '高性能（ISA-101）' } },
  { value: 'classic', label: { en: 'Classic colours', 'zh-cn': '经典配色' } },
]

const types = [
  { value: 'main', label: { en: 'Main page', 'zh-cn': '主页面' } },
  { value: 'sub', label: { en: 'Sub page', 'zh-cn': '子页面' } },
]

/** Bounds of a page's width and height, as in contract/page-document. */
const sizes = { min: 100, max: 10_000, unit: 'px' }

export function PageSection({
  container,
  onContainer,
}: {
  container: PageContainer
  onContainer: (next: PageContainer) => void
}) {
  const t = useText(panelText)
  const [fault, setFault] = useState<string>()
  const whole = (of: unknown) => ({ value: of, isMixed: false })
  return (
    <Section label={t('page')}>
      <Row label={t('size')} fault={fault} isGroup>
        {() => (
          <>
            <NumberBox
              label={t('width')}
              shared={whole(container.width)}
              {...sizes}
              onFault={setFault}
              onChange={(width) => onContainer({ ...container, width: Math.round(width) })}
            />
            <NumberBox
              label={t('height')}
              shared={whole(container.height)}
              {...sizes}
              onFault={setFault}
              onChange={(height) => onContainer({ ...container, height: Math.round(height) })}
            />
          </>
        )}
      </Row>
      <Row label={t('pageType')}>
        {(id) => (
          <ChoiceBox
            id={id}
            shared={whole(pageTypeOf(container))}
            options={types}
            onChange={(type) => onContainer({ ...container, type: type as PageType })}
          />
        )}
      </Row>
      {pageTypeOf(container) === 'sub' && <Note>{t('subPageNote')}</Note>}
      <Row label={t('fit')} isFlag>
        {(id) => (
          <FlagBox
            id={id}
            shared={whole(isFitted(container))}
            onChange={(fit) => onContainer({ ...container, fit: fit ? '1' : '0' })}
          />
        )}
      </Row>
      <Row label={t('look')}>
        {(id) => (
          <ChoiceBox
            id={id}
            shared={whole(lookOf(container) ?? 'quiet')}
            options={looks}
            onChange={(theme) => onContainer({ ...container, theme })}
          />
        )}
      </Row>
      <Row label={t('backgroundImage')}>
        {(id) => (
          <PictureBox
            id={id}
            shared={whole(groundOf(container) ?? '')}
            onChange={(bgImage) => onContainer({ ...container, bgImage })}
          />
        )}
      </Row>
      <Row label={t('background')}>
        {(id) => (
          <ColourBox
            id={id}
            label={t('background')}
            shared={whole(container.bgColor)}
            onChange={(bgColor) => onContainer({ ...container, bgColor })}
          />
        )}
      </Row>
    </Section>
  )
}
