/** All that the pages do in the browser beyond HTML; they work without it. */
export const script = `
document.addEventListener('keydown', (event) => {
  const search = document.querySelector('#search');
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey && search) {
    event.preventDefault();
    search.focus();
    search.select();
  }
});
`;
