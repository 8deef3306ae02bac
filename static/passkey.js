// Buttons that need passkeys appear where the browser has them; a refusal is said in words instead of to the console.
(() => {
  if (!window.PublicKeyCredential) return;
  for (const button of document.querySelectorAll("[data-needs-passkeys]")) button.hidden = false;
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    document.getElementById("said").textContent = "No passkey was used. Try again, or choose another way.";
  });
})();
