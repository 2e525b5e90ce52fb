import { useEffect, useRef, useState } from 'preact/hooks'
import { go, hrefOf } from './router.ts'
import { ofBrowser } from './storage.ts'
import { views } from './views.ts'

/** Digits open views, `/` goes to the first field, `?` lists all this. They can be turned off (WCAG 2.1.4). */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOn, setOn] = useState(ofBrowser.get('shortcuts') !== 'off')
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') dialog.current?.showModal()
      if (!isOn || dialog.current?.open === true) return
      const row = views[Number(event.key) - 1]
      if (row) go(hrefOf(row.name))
      if (event.key !== '/') return
      event.preventDefault()
      document.querySelector<HTMLElement>('main :is(textarea, input[type=search])')?.focus()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [isOn])
  const turn = (on: boolean): void => {
    ofBrowser.set('shortcuts', on ? undefined : 'off')
    setOn(on)
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
        Shortcuts
      </button>
      <dialog ref={dialog} aria-labelledby="shortcuts-title">
        <h2 id="shortcuts-title">Keyboard shortcuts</h2>
        <dl class="facts">
          {views.map(({ title }, index) => (
            <div key={title}>
              <dt>
                <kbd>{index + 1}</kbd>
              </dt>
              <dd>{title}</dd>
            </div>
          ))}
          <div>
            <dt>
              <kbd>/</kbd>
            </dt>
            <dd>To the first field</dd>
          </div>
          <div>
            <dt>
              <kbd>?</kbd>
            </dt>
            <dd>This list</dd>
          </div>
        </dl>
        <label class="check">
          <input type="checkbox" checked={isOn} onChange={(event) => turn(event.currentTarget.checked)} /> Digits and{' '}
          <kbd>/</kbd> are shortcuts
        </label>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox], [type=range]), textarea, select')
