// The steps of an edit, from the device's value and back to it. Pure.

export type Edit =
  | { step: 'shown' }
  /** `left`: an edit that is in the field but was not written to the device. */
  | { step: 'edited' | 'writing' | 'left'; text: string }

export type EditEvent =
  | { type: 'type' | 'write'; text: string }
  /** `leave`: the field loses the focus. `revert`: the user cancels the edit. `done`, `failed`: the write has ended. */
  | { type: 'leave' | 'revert' | 'done' | 'failed' }

export const showingValue: Edit = { step: 'shown' }

/** During a write only its end changes the state. */
export function edited(edit: Edit, event: EditEvent): Edit {
  if (edit.step === 'writing') {
    if (event.type === 'done') return showingValue
    return event.type === 'failed' ? { ...edit, step: 'left' } : edit
  }
  switch (event.type) {
    case 'type':
      return { step: 'edited', text: event.text }
    case 'write':
      return { step: 'writing', text: event.text }
    case 'revert':
      return showingValue
    case 'leave':
      return edit.step === 'edited' ? { ...edit, step: 'left' } : edit
    default:
      return edit
  }
}
