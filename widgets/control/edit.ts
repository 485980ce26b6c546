// The steps of an edit, from the device's value and back to it. Pure.

export type Edit =
  | { step: 'shown' }
  /** `left`: the user has left the field with an edit that was not written to the device. */
  | { step: 'edited' | 'writing' | 'left'; text: string }

export type EditEvent =
  | { type: 'type' | 'write'; text: string }
  /**
   * `leave`: the field has lost the focus. `revert`: the user has cancelled the edit. `done`, `failed`: the write has
   * ended.
   */
  | { type: 'leave' | 'revert' | 'done' | 'failed' }

export const showingValue: Edit = { step: 'shown' }

/** The next state of an edit. During a write only the end of the write changes the state. */
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
