// The page of the three security questions and their answers. [S2 setup/question]
import { Select } from 'antd'
import { call } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { useLanguage } from '../../../ui/language.ts'
import { PlainField } from '../../../ui/plain.tsx'
import { PlainStep, usePlainForm } from '../../../ui/plain-form.tsx'
import { labelIn, useText } from '../../../ui/words.ts'
import { ChangePage } from './change-page.tsx'
import { type QuestionKey, questionKeys, setSecrecyMessage } from './contract.ts'
import { questionLabels } from './part-questions.ts'
import { stepsText } from './steps-text.ts'
import { securityText } from './text.ts'
import { useSaveChange } from './use-security.tsx'

const places = [1, 2, 3] as const

export default function QuestionsPage() {
  return (
    <ChangePage what="question">
      <QuestionsForm />
    </ChangePage>
  )
}

function QuestionsForm() {
  const t = useText(securityText)
  const steps = useText(stepsText)
  const saveChange = useSaveChange()
  const form = usePlainForm({
    question1: 'firstSchool',
    question2: 'firstTeacher',
    question3: 'birthTown',
    ...{ answer1: '', answer2: '', answer3: '' },
  })
  const { values, errors } = form
  const missing = () => places.filter((place) => !values[`answer${place}`].trim())
  return (
    <PlainStep
      form={form}
      act={t('save')}
      faults={() => Object.fromEntries(missing().map((place) => [`answer${place}`, steps('answerRequired')]))}
      send={() => {
        const input = values as typeof values & Record<`question${1 | 2 | 3}`, QuestionKey>
        return saveChange('question', call(setSecrecyMessage, input))
      }}
      note={t('questionsNote')}
    >
      {places.map((place) => (
        <div key={place} className="security-question">
          <QuestionChoice
            label={t('questionNumber', { number: place })}
            value={values[`question${place}`]}
            taken={places.filter((each) => each !== place).map((each) => values[`question${each}`])}
            onChange={form.set(`question${place}`)}
          />
          <PlainField
            label={t('answerNumber', { number: place })}
            {...form.field(`answer${place}`)}
            error={errors[`answer${place}`] ?? errors[`question${place}`]}
            autoComplete="off"
            maxLength={limits.securityAnswerLength}
          />
        </div>
      ))}
    </PlainStep>
  )
}

function QuestionChoice({
  label,
  value,
  taken,
  onChange,
}: {
  label: string
  value: string
  /** Questions chosen in the other fields. */
  taken: readonly string[]
  onChange: (value: string) => void
}) {
  const language = useLanguage()
  return (
    <Select
      aria-label={label}
      size="large"
      value={value}
      onChange={onChange}
      options={questionKeys.map((key) => ({
        value: key,
        label: labelIn(questionLabels[key], language),
        disabled: taken.includes(key),
      }))}
    />
  )
}
