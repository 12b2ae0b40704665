package web

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"

	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
)

// User is somebody who uses the page. The demo lets whoever reaches it be any of them; a real
// program would sign people in.
type User struct {
	ID, Name string
	Roles    []string
}

var users = []User{
	{ID: "ada", Name: "Ada, bookkeeper"},
	{ID: "grace", Name: "Grace, controller", Roles: []string{"controller"}},
}

func userOf(id string) (User, bool) {
	for _, u := range users {
		if u.ID == id {
			return u, true
		}
	}
	return User{}, false
}

const cookieName = "books"

// visitor is who makes a request, and which conversation is theirs.
func visitor(r *http.Request) (u User, thread string, ok bool) {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return User{}, "", false
	}
	id, random, _ := strings.Cut(cookie.Value, ".")
	if u, ok = userOf(id); !ok || random == "" || len(random) > 64 {
		return User{}, "", false
	}
	return u, u.ID + "/" + random, true
}

// welcome gives a visitor a conversation of their own as the user.
func welcome(w http.ResponseWriter, u User) (thread string) {
	random := rand.Text()
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: u.ID + "." + random, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	return u.ID + "/" + random
}

// authorizeThread lets a visitor read their own conversation.
func authorizeThread(r *http.Request) (string, error) {
	_, thread, ok := visitor(r)
	if !ok {
		return "", eventstream.ErrUnauthenticated
	}
	return thread, nil
}

// Authorizer says who may approve what: a bookkeeper sees the calls of their own conversations, a
// controller sees all, and nobody approves a call of their own.
type Authorizer struct{}

// Identify implements [approval.Authorizer].
func (Authorizer) Identify(r *http.Request) (approval.Principal, error) {
	u, _, ok := visitor(r)
	if !ok {
		return approval.Principal{}, errors.New("not signed in")
	}
	return principal(u), nil
}

// MaySee implements [approval.Authorizer].
func (Authorizer) MaySee(_ context.Context, who approval.Principal, thread string) error {
	if owner(thread) == who.ID || who.Has("controller") {
		return nil
	}
	return errors.New("a conversation of somebody else")
}

// MayDecide implements [approval.Authorizer].
func (Authorizer) MayDecide(_ context.Context, who approval.Principal, call approval.Call, _ any) error {
	switch {
	case !who.Has("controller"):
		return errors.New("only a controller approves")
	case owner(call.ThreadID) == who.ID:
		return errors.New("nobody approves their own call")
	}
	return nil
}

func principal(u User) approval.Principal { return approval.Principal{ID: u.ID, Roles: u.Roles} }

func owner(thread string) string {
	id, _, _ := strings.Cut(thread, "/")
	return id
}
