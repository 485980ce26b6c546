// The steps from an empty installation to a live value: completed steps, and a link to the next. Blocks nothing, and
// disappears after the first value. For use by other rooms, like every file named part-*.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import '../onboarding/setup.css'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useMay } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { setupState } from '../onboarding/contract.ts'
import { isSetUp, nextStep, type Step, stepsOf } from '../onboarding/rules.ts'
import { onboardingText } from '../onboarding/text.ts'

const lookMs = 3_000

type Setup = { steps: Step[]; next: Step | undefined }

/** The steps of a device, or of the organisation; undefined when completed or not loaded. */
function useSetup(equipmentId?: EquipmentId): Setup | undefined {
  const may = useMay()
  const { data } = useSetupState(equipmentId)
  if (!data || isSetUp(data)) return undefined
  const steps = stepsOf(data, may('gateway:register'))
  return { steps, next: nextStep(steps) }
}

function useSetupState(equipmentId?: EquipmentId) {
  const may = useMay()
  return useQuery({
    ...queryOf(setupState, { equipmentId: equipmentId ?? null }),
    enabled: may('equipment:view'),
    refetchInterval: ({ state }) => state.data !== undefined && !isSetUp(state.data) && lookMs,
  })
}

/** Whether the setup state has loaded: content below the line is rendered afterwards, so that it does not move. */
export const useIsSetupKnown = (equipmentId?: EquipmentId): boolean => !useSetupState(equipmentId).isLoading

/**
 * A card of all steps with their purpose, for a page without other content. `otherwise`: shown when all steps are
 * completed.
 */
export function SetupCard({ otherwise }: { otherwise: ReactNode }) {
  const t = useText(onboardingText)
  const isKnown = useIsSetupKnown()
  const setup = useSetup()
  // Content that would be replaced is not rendered before the state is known.
  if (!isKnown) return <Skeleton />
  if (!setup) return otherwise
  const { steps, next } = setup
  return (
    <Card title={t('title')} act={<Count steps={steps} />}>
      <ol className="setup-steps">
        {steps.map((step) => (
          <li key={step.key} data-done={step.isDone || undefined} data-next={step === next || undefined}>
            <Mark isDone={step.isDone} />
            <div>
              <b>{t(step.key)}</b>
              {!step.isDone && <p>{t(`${step.key}Note`)}</p>}
              {step === next && <StepLink step={step} isMain />}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** A line above pages on which a step is done. */
export function SetupLine({ equipmentId }: { equipmentId?: EquipmentId }) {
  const t = useText(onboardingText)
  const setup = useSetup(equipmentId)
  const { path, search } = usePlace()
  if (!setup?.next) return null
  const { steps, next } = setup
  const isHere = next.to === (search.do ? `${path}?do=${search.do}` : path)
  return (
    <section className="setup-line" aria-label={t('title')}>
      <ol>
        {steps.map((step) => (
          <li
            key={step.key}
            data-done={step.isDone || undefined}
            data-next={step === next || undefined}
            title={t(step.key)}
          >
            <Mark isDone={step.isDone} />
            <span className="unseen">{t(step.key)}</span>
          </li>
        ))}
      </ol>
      <Count steps={steps} />
      <span className="setup-next">
        {t('next')}: <strong>{t(next.key)}</strong>
      </span>
      <span className="setup-note">{t(`${next.key}Note`)}</span>
      {!isHere && <StepLink step={next} />}
    </section>
  )
}

function Count({ steps }: { steps: readonly Step[] }) {
  const t = useText(onboardingText)
  return (
    <span className="setup-count">
      {t('of', { done: steps.filter(({ isDone }) => isDone).length, count: steps.length })}
    </span>
  )
}

function Mark({ isDone }: { isDone: boolean }) {
  const t = useText(onboardingText)
  return (
    <i className="setup-mark">
      {isDone && <Icon name="check" size={12} />}
      <span className="unseen">{t(isDone ? 'done' : 'todo')}</span>
    </i>
  )
}

function StepLink({ step: { key, to, may }, isMain = false }: { step: Step; isMain?: boolean }) {
  const t = useText(onboardingText)
  const mayDo = useMay()
  if (!mayDo(may)) return <p className="setup-refused">{t('noPermission')}</p>
  return (
    <Go to={to} className={isMain ? 'act act-primary' : 'act'}>
      {t(key)}
    </Go>
  )
}
