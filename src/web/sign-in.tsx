import { useState } from 'preact/hooks'
import { credential, isSignInRefused } from './api.ts'

/** Shown until a credential is accepted. */
export function SignIn({ done }: { readonly done: () => void }) {
  const [key, setKey] = useState('')
  return (
    <section class="state">
      <h1>A credential is needed</h1>
      {isSignInRefused ? (
        <p role="alert">
          The token in the address is not accepted: a token of <code>serve</code> ends with the server that printed it,
          a key when it is revoked or expires. Open the address that <code>lorefence serve</code> printed last.
        </p>
      ) : null}
      <p>
        Open the address that <code>lorefence serve</code> printed when it started, or paste a key of{' '}
        <code>lorefence key add</code>. A key is kept until this tab is closed; a sign-in ends with the server, and
        after 12 hours.
      </p>
      {credential.get() === undefined ? null : <p role="alert">The key that you sent is not accepted.</p>}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          credential.set(key.trim() === '' ? undefined : key.trim())
          done()
        }}
      >
        <label>
          Key
          <input
            type="password"
            autocomplete="off"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Open</button>
      </form>
    </section>
  )
}
