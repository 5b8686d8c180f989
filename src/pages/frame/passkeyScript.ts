/**
 * Has the browser make passkeys or sign with them, for forms with `data-passkey`; what it answers is sent with the
 * form. Our pages ask servers for nothing by themselves, so the options stand in the form.
 */
export const passkeyScript = `
const passkeys = window.PublicKeyCredential;
for (const form of document.querySelectorAll('[data-passkey]')) {
  if (!passkeys || !passkeys.parseCreationOptionsFromJSON) break;
  form.hidden = form.dataset.passkey === 'none';
  if (form.hidden) continue;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const words = form.querySelector('[role=status]');
    words.textContent = '';
    try {
      const options = JSON.parse(form.dataset.options);
      const made = form.dataset.passkey === 'create'
        ? await navigator.credentials.create({ publicKey: passkeys.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: passkeys.parseRequestOptionsFromJSON(options) });
      form.elements.response.value = JSON.stringify(made);
      form.submit();
    } catch (error) {
      words.textContent = error.name === 'InvalidStateError'
        ? 'This device has a passkey of yours already.'
        : 'No passkey was used.';
    }
  });
}
`;
